import { l10n, type QuickPickItem, window } from 'vscode';
import type { ServiceClient } from '../../core/api/client.ts';
import { ServiceError } from '../../core/api/errors.ts';
import type { Room } from '../../core/api/resources.ts';
import { safeFileName } from '../../core/attachments/safeFileName.ts';
import { DisposableStore } from '../../core/base/disposable.ts';
import { isCancelled } from '../../core/base/errors.ts';
import { listAttachments, type MessageAttachment } from '../../core/messages/attachmentList.ts';
import { displayTitle } from '../../core/rooms/displayTitle.ts';
import { byteText } from '../../host/byteText.ts';
import { relativeTime } from '../../host/relativeTime.ts';

interface AttachmentRow extends QuickPickItem {
  readonly attachment?: MessageAttachment;
}

/** Which files are offered, and for what. */
export interface AttachmentQuestion {
  readonly client: ServiceClient;
  readonly room: Room;
  /** The command's, for the steps. */
  readonly title: string;
  readonly onFailure: (error: unknown) => void;
}

/** Lets the user choose among the files of a room's messages, newest first, named by their heads as those come in. */
export async function pickAttachment({ client, room, title, onFailure }: AttachmentQuestion) {
  const store = new DisposableStore();
  const abort = new AbortController();
  const picker = store.add(window.createQuickPick<AttachmentRow>());
  const placeholder = l10n.t('Files in {0}', displayTitle(room.title));
  Object.assign(picker, {
    title,
    placeholder,
    step: 2,
    totalSteps: 2,
  });
  const pages = client.listMessages({ roomId: room.id }, abort.signal);
  const rows: AttachmentRow[] = [];
  const loadPage = async (): Promise<void> => {
    picker.busy = true;
    const page = (await pages.next()).value;
    const found = listAttachments(page?.items ?? []);
    for (const attachment of found) {
      rows.push(await rowOf(client, attachment, abort.signal));
      picker.items = [...rows];
    }
    const isEmpty = rows.length === 0 && !page?.hasNext;
    const more = page?.hasNext ? [{ label: `$(ellipsis) ${l10n.t('Look Further Back')}`, alwaysShow: true }] : [];
    picker.items = isEmpty
      ? [{ label: l10n.t('There are no files in this room.'), alwaysShow: true }]
      : [...rows, ...more];
    picker.busy = false;
  };
  const load = (): void => {
    loadPage().catch((error: unknown) => {
      if (isCancelled(error)) return;
      picker.hide();
      onFailure(error);
    });
  };
  return new Promise<MessageAttachment | undefined>((resolve) => {
    store.add(
      picker.onDidAccept(() => {
        const [row] = picker.selectedItems;
        if (row?.attachment !== undefined) resolve(row.attachment);
        else if (rows.length > 0 || row !== undefined) load();
      }),
    );
    store.add(picker.onDidHide(() => resolve(undefined)));
    picker.show();
    load();
  }).finally(() => {
    abort.abort();
    store.dispose();
  });
}

async function rowOf(
  client: ServiceClient,
  attachment: MessageAttachment,
  signal: AbortSignal,
): Promise<AttachmentRow> {
  const by = displayTitle(attachment.personEmail ?? '');
  const description = [by, relativeTime(attachment.created, Date.now())].filter(Boolean).join(' · ');
  try {
    const { fileName, byteLength } = await client.headContent(attachment.url, signal);
    const size = byteLength === undefined ? '' : ` · ${byteText(byteLength)}`;
    return {
      label: `$(file) ${displayTitle(safeFileName(fileName, 'file'))}`,
      description: description + size,
      attachment,
    };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // One file that is gone or not allowed must not hide the others.
    const label = `$(warning) ${l10n.t('A file the service does not give ({0})', error.status)}`;
    return { label, description };
  }
}
