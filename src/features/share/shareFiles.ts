import { l10n } from 'vscode';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { TargetRoom } from '../../core/rooms/directPerson.ts';
import type { FileCheck } from '../../core/secrets/secretScanner.ts';
import { confirmShare } from '../../host/ui/confirmShare.ts';
import { describeAudience, roomWarnings } from '../../host/ui/describeAudience.ts';
import { byteText } from '../../host/vscode/formats.ts';
import { chooseRoom } from './chooseRoom.ts';
import type { FileSource } from './fileSource.ts';
import {
  type CheckedFiles,
  checkComment,
  checkFiles,
  fileWarnings,
  reviewText,
  secretWarnings,
} from './reviewSecrets.ts';
import { enqueueReviewedFiles, type QueuedFiles, sendFiles } from './sendFiles.ts';
import { enqueueContent, type QueuedContent, type SharePorts, sendContent } from './sendShare.ts';
import type { FilesDraft, RemoteFileDraft } from './sources/shareSource.ts';

interface FilesStep extends Pick<FilesDraft, 'title' | 'files' | 'warnings'> {
  readonly comment: string;
  readonly checks: readonly FileCheck[] | undefined;
}

/**
 * Picks a room, confirms names and sizes, then sends one message per file. Cancelling a step sends nothing; Back
 * returns to the room.
 */
export async function shareFiles(ports: SharePorts, draft: FilesDraft, argument: unknown): Promise<void> {
  const searched = { comment: '', ...draft, checks: undefined };
  for (let [row, step] = [argument, searched as FilesStep]; ; row = undefined) {
    const room = await chooseRoom(ports, row, draft);
    if (room === undefined) return;
    step = { ...step, checks: step.checks ?? (await checkFiles(ports, draft.files)) };
    const decided = await confirmFiles(ports, step, room);
    if (decided !== undefined && 'back' in decided) {
      step = { ...step, comment: decided.back };
      continue;
    }
    await sendFiles(ports, decided);
    return;
  }
}

/**
 * Writes the records before the last step closes, or after the review of secrets.
 * @returns `back` with the comment, to pick another room
 */
async function confirmFiles(
  ports: SharePorts,
  { title, comment: previousComment, warnings: others = [], ...given }: FilesStep,
  room: TargetRoom,
): Promise<QueuedFiles | { readonly back: string } | undefined> {
  let queued: QueuedFiles | undefined;
  let checked: CheckedFiles | undefined;
  let { files, checks }: Pick<FilesStep, 'files' | 'checks'> = given;
  let changes: readonly string[] = [];
  const confirmed = await confirmShare({
    title,
    comment: previousComment,
    view: async (comment) => {
      const notes = files.flatMap(({ name, note }) => (note === undefined ? [] : [`${displayTitle(name)}: ${note}`]));
      const warnings = [...changes, ...roomWarnings(room), ...others, ...fileWarnings(files, checks), ...notes];
      return { ...viewOf(files, room, comment), warnings };
    },
    audience: (signal) => describeAudience(ports, room, signal),
    async store(_, comment) {
      const now = await Promise.all(files.map(async (file) => (await file.changed?.()) ?? file));
      const changed = now.filter((file) => !files.includes(file));
      if (changed.length > 0) {
        // The files differ from those that the user confirmed and the scanner checked.
        files = now;
        checks = await checkFiles(ports, files);
        changes = changed.map(({ name }) =>
          l10n.t('{0} has changed. Do you want to send the current version?', displayTitle(name)),
        );
        return false;
      }
      checked = await checkComment(ports, { files, comment: comment.trim() === '' ? undefined : comment }, checks);
      if (checked.risks.length === 0) queued = await enqueueReviewedFiles(ports, room, checked);
      return true;
    },
  });
  if (confirmed?.choice === 'back') return { back: confirmed.comment };
  return confirmed && (queued ?? (checked && enqueueReviewedFiles(ports, room, checked)));
}

function viewOf(files: readonly FileSource[], room: TargetRoom, comment: string) {
  const total = files.reduce((sum, file) => sum + file.byteLength, 0);
  const names = files.map((file) => displayTitle(file.name)).join(', ');
  return {
    send: l10n.t('Send to {0}', displayTitle(room.title)),
    facts: files.length === 1 ? byteText(total) : l10n.t('{0} files · {1}', files.length, byteText(total)),
    excerpt: comment.trim() === '' ? names : `${names} — ${comment}`,
    others: [],
  };
}

/** Picks a room, confirms the URL, then sends it: the service downloads the file. Back returns to the room. */
export async function shareRemoteFile(ports: SharePorts, draft: RemoteFileDraft, argument: unknown): Promise<void> {
  for (let [row, comment] = [argument, draft.comment ?? '']; ; row = undefined) {
    const room = await chooseRoom(ports, row, draft);
    if (room === undefined) return;
    const decided = await confirmRemoteFile(ports, draft, room, comment);
    if (decided === undefined || !('back' in decided)) return sendContent(ports, decided).then(() => undefined);
    comment = decided.back;
  }
}

/** Writes the record before the step closes, or after the review of secrets. */
async function confirmRemoteFile(
  ports: SharePorts,
  { title, url, warnings = [] }: RemoteFileDraft,
  room: TargetRoom,
  previousComment: string,
): Promise<QueuedContent | { readonly back: string } | undefined> {
  let queued: QueuedContent | undefined;
  const inUrl = await secretWarnings(ports, url);
  let risks: readonly string[] = [];
  const enqueue = (comment: string) =>
    enqueueContent(ports, room, { name: url }, { kind: 'url', url, ...(comment.trim() && { text: comment }) });
  const send = l10n.t('Send to {0}', displayTitle(room.title));
  const view = { send, facts: l10n.t('downloaded by the service'), others: [] };
  const confirmed = await confirmShare({
    title,
    comment: previousComment,
    view: async (comment) => {
      const excerpt = comment.trim() === '' ? url : `${url} — ${comment}`;
      return { ...view, excerpt, warnings: [...roomWarnings(room), ...warnings] };
    },
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
