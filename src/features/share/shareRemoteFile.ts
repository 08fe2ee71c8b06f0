import { l10n } from 'vscode';
import type { Room } from '../../core/api/resources.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { confirmShare } from '../../host/ui/confirmShare.ts';
import { describeAudience, roomWarnings } from '../../host/ui/describeAudience.ts';
import { chooseRoom } from './chooseRoom.ts';
import { reviewText, secretWarnings } from './reviewSecrets.ts';
import { enqueueContent, type QueuedContent, sendContent } from './sendShare.ts';
import type { SharePorts } from './sharePorts.ts';
import type { RemoteFileDraft } from './sources/shareSource.ts';

/** Picks a room, confirms the URL, then sends it: the service downloads the file. Back returns to the room. */
export async function shareRemoteFile(ports: SharePorts, draft: RemoteFileDraft, argument: unknown): Promise<void> {
  for (let [row, comment] = [argument, '']; ; row = undefined) {
    const room = await chooseRoom(ports, row, draft.title);
    if (room === undefined) return;
    const decided = await confirmRemoteFile(ports, draft, room, comment);
    if (decided === undefined || !('back' in decided)) return sendContent(ports, decided).then(() => undefined);
    comment = decided.back;
  }
}

/** Writes the record before the step closes, or after the review of secrets. */
async function confirmRemoteFile(
  ports: SharePorts,
  { title, url }: RemoteFileDraft,
  room: Room,
  previousComment: string,
): Promise<QueuedContent | { readonly back: string } | undefined> {
  let queued: QueuedContent | undefined;
  const inUrl = await secretWarnings(ports, url);
  let risks: readonly string[] = [];
  const enqueue = (comment: string) =>
    enqueueContent(ports, room, { name: url }, { kind: 'url', url, ...(comment.trim() && { text: comment }) });
  const send = l10n.t('Send to {0}', displayTitle(room.title));
  const view = { send, facts: l10n.t('downloaded by the service'), warnings: roomWarnings(room), others: [] };
  const confirmed = await confirmShare({
    title,
    comment: previousComment,
    view: async (comment) => ({ ...view, excerpt: comment.trim() === '' ? url : `${url} — ${comment}` }),
    audience: (signal) => describeAudience(ports, room, signal),
    async store(_, comment) {
      risks = [...inUrl, ...(await secretWarnings(ports, comment))];
      if (risks.length === 0) queued = await enqueue(comment);
      return true;
    },
  });
  if (confirmed?.choice === 'back') return { back: confirmed.comment };
  if (confirmed === undefined) return undefined;
  if (risks.length === 0) return queued;
  // A masked URL would be a different URL.
  const reviewed = await reviewText(ports, url, { name: url, risks, canMask: false });
  return reviewed === undefined ? undefined : enqueue(confirmed.comment);
}
