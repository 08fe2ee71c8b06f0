import { l10n, type QuickPickItem } from 'vscode';
import type { ServiceClient } from '../../core/api/client.ts';
import type { ContentInfo } from '../../core/api/contentInfo.ts';
import { ForeignContentError, ServiceError } from '../../core/api/errors.ts';
import type { Room } from '../../core/api/resources.ts';
import { safeFileName } from '../../core/attachments/fileNames.ts';
import { DisposableStore } from '../../core/base/disposable.ts';
import { isCancelled } from '../../core/base/errors.ts';
import { mapConcurrently } from '../../core/base/scheduling/concurrency.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { listAttachments, type MessageAttachment } from '../../core/messages/attachmentList.ts';
import { iconLabel } from '../../host/ui/iconLabel.ts';
import { LiveQuickPick } from '../../host/ui/liveQuickPick.ts';
import { byteText, relativeTime } from '../../host/vscode/formats.ts';

const maxConcurrentRequests = 4;

interface AttachmentRow extends QuickPickItem {
  readonly attachment?: MessageAttachment;
  readonly loadsMore?: true;
}

export interface PickAttachmentOptions {
  readonly client: ServiceClient;
  readonly room: Room;
  readonly metadataOf: (url: string, signal: AbortSignal) => Promise<ContentInfo>;
  readonly onFailure: (error: unknown) => void;
}

/** Lets the user pick a file from the messages of a room, newest first. Names appear as their metadata arrives. */
export async function pickAttachment({ client, room, metadataOf, onFailure }: PickAttachmentOptions) {
  const store = new DisposableStore();
  const abort = new AbortController();
  const placeholder = l10n.t('Files in “{0}”', displayTitle(room.title));
  const options = { title: l10n.t('Open Attachment'), placeholder, step: 2, totalSteps: 2, matchOnDescription: true };
  const live = store.add(new LiveQuickPick<AttachmentRow>(({ attachment }) => attachment?.url, options));
  const { picker } = live;
  const describe = (found: MessageAttachment): Promise<AttachmentRow> =>
    rowOf(found, () => metadataOf(found.url, abort.signal));
  const pages = client.listMessages({ roomId: room.id }, abort.signal);
  const rows: AttachmentRow[] = [];
  const loadPage = async (): Promise<void> => {
    picker.busy = true;
    const page = (await pages.next()).value;
    const found = listAttachments(page?.items ?? []);
    for await (const row of mapConcurrently(found, maxConcurrentRequests, describe)) {
      rows.push(row);
      live.show([...rows]);
    }
    const isEmpty = rows.length === 0 && !page?.hasNext;
    const more = { ...iconLabel('ellipsis', l10n.t('Load Older Files')), alwaysShow: true, loadsMore: true } as const;
    const none = { label: l10n.t('There are no files in this room.'), alwaysShow: true };
    live.show(isEmpty ? [none] : [...rows, ...(page?.hasNext ? [more] : [])]);
    picker.busy = false;
  };
  const load = (): void => {
    loadPage().catch((error: unknown) => {
      if (isCancelled(error)) return;
      picker.hide();
      onFailure(error);
    });
  };
  const chosen = live.ask(({ attachment, loadsMore }) => {
    if (loadsMore && !picker.busy) load();
    return attachment;
  });
  load();
  return chosen.finally(() => {
    abort.abort();
    store.dispose();
  });
}

async function rowOf(attachment: MessageAttachment, loadMetadata: () => Promise<ContentInfo>): Promise<AttachmentRow> {
  const by = displayTitle(attachment.personEmail ?? '');
  const description = [by, relativeTime(attachment.created, Date.now())].filter(Boolean).join(' · ');
  try {
    const { fileName, byteLength, mediaType } = await loadMetadata();
    const icon = mediaType?.startsWith('image/') ? 'file-media' : 'file';
    const size = byteLength === undefined ? '' : ` · ${byteText(byteLength)}`;
    return {
      ...iconLabel(icon, displayTitle(safeFileName(fileName, 'file'))),
      description: description + size,
      attachment,
    };
  } catch (error) {
    const why = missingText(error);
    if (why === undefined) throw error;
    return { ...iconLabel('warning', why), description };
  }
}

/** Text for a file that is missing, forbidden or on another server, so that the others are still listed. */
function missingText(error: unknown): string | undefined {
  if (error instanceof ServiceError) return l10n.t('File unavailable ({0})', error.status);
  if (!(error instanceof ForeignContentError)) return undefined;
  return error.problem === 'other-server'
    ? l10n.t('File on another server ({0})', displayTitle(error.host))
    : l10n.t('Not an attachment');
}
