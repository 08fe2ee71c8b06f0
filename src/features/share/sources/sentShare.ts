import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { commands, l10n, Uri } from 'vscode';
import { ServiceError } from '../../../core/api/errors.ts';
import type { Message } from '../../../core/api/resources.ts';
import { unlessMissing } from '../../../core/base/storage/systemError.ts';
import { displayTitle } from '../../../core/base/text/displayText.ts';
import { textLines } from '../../../core/base/text/textLines.ts';
import { toServiceMarkdown } from '../../../core/markdown/toServiceMarkdown.ts';
import type { NewShare, TextReview } from '../../../core/outbox/newShare.ts';
import { contentOfMessage, placeOfContent } from '../../../core/outbox/sentContents.ts';
import type { ShareContent, ShareRecord } from '../../../core/outbox/shareRecord.ts';
import { findHiddenCharacters } from '../../../core/snippet/hiddenCharacters.ts';
import { shareIdOf } from '../../../host/commands/commandArguments.ts';
import type { Services } from '../../../host/services.ts';
import { withStatusProgress } from '../../../host/ui/cancellableProgress.ts';
import { shareNames, showNoShareMessage } from '../../../host/ui/describeShare.ts';
import { showInformationMessage, showWarningMessage } from '../../../host/vscode/notifications.ts';
import { bytesAsFile, type FileSource, savedFile } from '../fileSource.ts';
import { shareableFiles, shareableText, shareableUrl } from '../propose.ts';
import type { Shareable } from '../shareable.ts';
import { documentRisks } from './documentRisks.ts';
import { codeWarnings, type ShareSource } from './shareSource.ts';

export interface SentSharePorts extends Pick<Services, 'outbox' | 'sentContents' | 'connection'> {
  readonly active: Pick<Services['active'], 'get'>;
}

/** "Send to Another Room…": the share of a row of Recent Shares or of the status bar, with its content. */
export function createSentShareSource(ports: SentSharePorts): ShareSource {
  return async (argument) => {
    const id = shareIdOf(argument);
    const record = ports.outbox.snapshot.shares.find((share) => share.id === id);
    if (record !== undefined) return shareableOf(ports, record);
    showNoShareMessage(id);
    return undefined;
  };
}

/** "Send Last Share to Another Room…": the newest share of the active account. */
export function createLastShareSource(ports: SentSharePorts): ShareSource {
  return async () => {
    const account = await ports.active.get();
    const last = ports.outbox.snapshot.shares.findLast(({ accountId }) => accountId === account?.id);
    if (last !== undefined) return shareableOf(ports, last);
    void showInformationMessage(l10n.t('There is no share of this account to send to another room.'));
    return undefined;
  };
}

/** The share that is sent again. */
interface Again {
  readonly ports: SentSharePorts;
  readonly record: ShareRecord;
  readonly title: string;
  readonly sameRoomId: string;
  /** What the user should know before sending. */
  readonly warnings: readonly string[];
}

/** Finds the content of a share. `undefined` after saying that it is not available. */
async function shareableOf(ports: SentSharePorts, record: ShareRecord): Promise<Shareable | undefined> {
  const title = l10n.t('Send {0} to Another Room', shareNames(record)[0]);
  const warnings = await warningsOf(ports, record);
  const again: Again = { ports, record, title, sameRoomId: record.roomId, warnings };
  const place = placeOfContent(record, ports.sentContents.get(record.id));
  if (place.kind === 'file') return fileOfEarlierWindow(again, place.path);
  if (place.kind === 'message') return contentFromService(again);
  const { content } = place;
  if (content.kind === 'text') {
    return sentText(again, content.markdown, place.kind === 'memory' ? place.review : undefined);
  }
  if (content.kind === 'url') return sentUrl(again, content);
  return fileOfContent(again, content);
}

type AnyFile = Extract<NewShare['content'] | ShareContent, { kind: 'file' }>;

/** A file on disk, or bytes that exist only in memory or beside the record. */
async function fileOfContent(again: Again, { file, text }: AnyFile): Promise<Shareable | undefined> {
  const { ports, record } = again;
  const source = 'source' in file ? file.source : file;
  if ('bytes' in source) return sentFile(again, bytesAsFile(file.name, source.bytes), text);
  const { path, mtimeMs } = source;
  if (path !== undefined) return fileNow(again, { path, mtimeMs, text });
  const bytes = await unlessMissing(readFile(ports.outbox.copyPath(record.id)));
  // Without a copy, it has been sent meanwhile.
  return bytes === undefined ? contentFromService(again) : sentFile(again, bytesAsFile(file.name, bytes), text);
}

async function warningsOf({ active }: SentSharePorts, record: ShareRecord): Promise<readonly string[]> {
  const { accountId, accountLabel, state } = record;
  const isOfOther = (await active.get())?.id !== accountId;
  const isOpen = state !== 'sent' && state !== 'failed';
  return [
    ...(isOfOther ? [l10n.t('It was shared with another account: {0}', displayTitle(accountLabel))] : []),
    ...(isOpen ? [l10n.t('The share to {0} is not finished and stays in Recent Shares', shareNames(record)[1])] : []),
  ];
}

/** A message as it was sent. A new comment comes before it, as in the first share, and makes it a new text. */
function sentText({ record, title, sameRoomId, warnings }: Again, markdown: string, review?: TextReview): Shareable {
  const { name, origin } = record;
  const ownWarnings = review?.warnings ?? textWarnings(record, markdown);
  return shareableText({
    ...{ title, name, ...(origin && { origin }), sameRoomId },
    async render(comment) {
      const text = comment === undefined ? markdown : `${toServiceMarkdown(comment)}\n\n${markdown}`;
      return {
        markdown: text,
        lineCount: textLines(text).length,
        warnings: [...warnings, ...(await ownWarnings)],
        ...(comment === undefined && review?.secrets && { secrets: review.secrets }),
      };
    },
  });
}

async function textWarnings({ origin }: ShareRecord, markdown: string): Promise<readonly string[]> {
  const risks = origin === undefined ? [] : await documentRisks({ uri: Uri.file(origin.path) });
  return [...risks, ...codeWarnings({ hiddenCharacters: findHiddenCharacters(markdown), needsLongFence: false })];
}

function sentUrl(again: Again, { url, text }: Extract<NewShare['content'], { kind: 'url' }>): Shareable {
  const { title, sameRoomId, warnings } = again;
  return shareableUrl({ title, sameRoomId, warnings, url, ...(text && { comment: text }) });
}

function sentFile(again: Again, file: FileSource, comment: string | undefined): Shareable {
  const { title, sameRoomId, warnings } = again;
  return shareableFiles({ title, sameRoomId, warnings, files: [file], ...(comment && { comment }) });
}

/** A file that an earlier window sent. The comment is only in the message. */
async function fileOfEarlierWindow(again: Again, path: string): Promise<Shareable | undefined> {
  const message = await messageOfShare(again.ports.connection, again.record);
  const content = typeof message === 'string' ? undefined : contentOfMessage(again.record, message);
  if (content?.kind === 'file') return fileNow(again, { path, text: content.text });
  const unknown = l10n.t('A comment that was sent with it is only in the room');
  return fileNow({ ...again, warnings: [...again.warnings, unknown] }, { path });
}

interface FilePlace {
  readonly path: string;
  /** When it was shared; unknown for a share of an earlier window. */
  readonly mtimeMs?: number | undefined;
  readonly text?: string | undefined;
}

/** The file as it is now. */
async function fileNow(again: Again, { path, mtimeMs, text }: FilePlace): Promise<Shareable | undefined> {
  const now = await unlessMissing(stat(path));
  const name = displayTitle(basename(path));
  if (now === undefined) {
    return sayUnavailable(
      again.record,
      l10n.t('{0} no longer exists. Open the file at its new place and share it again.', displayTitle(path)),
    );
  }
  const isChanged = mtimeMs === undefined ? now.mtimeMs > again.record.createdMs : now.mtimeMs !== mtimeMs;
  const changed = isChanged ? [l10n.t('{0} has changed since it was shared', name)] : [];
  const file = await savedFile(Uri.file(path));
  return sentFile({ ...again, warnings: [...again.warnings, ...changed] }, file, text);
}

/** What an earlier window sent and no record keeps: the service has it. */
async function contentFromService(again: Again): Promise<Shareable | undefined> {
  const { record } = again;
  const [name, room] = shareNames(record);
  const message = await messageOfShare(again.ports.connection, record);
  if (message === 'signed-out') {
    const account = displayTitle(record.accountLabel);
    const signIn = l10n.t('Roomside keeps no copy of what was sent. Sign in with {0} to get {1}.', account, name);
    return sayUnavailable(record, signIn);
  }
  const content = message === 'unavailable' ? undefined : contentOfMessage(record, message);
  if (content?.kind === 'url') return sentUrl(again, content);
  if (content?.kind === 'text') {
    const changed = l10n.t('The text comes from the service and may differ from what was shared');
    return sentText({ ...again, warnings: [...again.warnings, changed] }, content.markdown);
  }
  const download = l10n.t(
    'Roomside keeps no copy of what was sent. Download {0} from “{1}” and share it again.',
    name,
    room,
  );
  return sayUnavailable(record, content?.kind === 'file' ? download : noTextSentence(record));
}

function noTextSentence(record: ShareRecord): string {
  const [name, room] = shareNames(record);
  if (record.origin !== undefined)
    return l10n.t(
      'Roomside keeps no copy of what was sent, and the service does not return {0}. Open the file and share it again.',
      name,
    );
  return l10n.t(
    'Roomside keeps no copy of what was sent, and the service does not return {0}. Copy it from “{1}” and share it again.',
    name,
    room,
  );
}

function sayUnavailable({ id, origin }: ShareRecord, sentence: string): undefined {
  const open = l10n.t('Open File');
  const actions = origin?.line === undefined ? [] : [open];
  // Not awaited: the command ends, and the notification may stay open.
  void showWarningMessage(sentence, ...actions).then(async (choice) => {
    if (choice === open) await commands.executeCommand('roomside.openSharedFile', id);
  });
}

/** Answers of a service without this operation [X19], or without this message for this user. */
const refusals: readonly number[] = [400, 403, 404, 405, 410, 501];

/**
 * The message of a sent share, read with the token of its own account: another account may not see it, and must not ask for
 * it. Rejects if the service cannot answer now.
 */
export async function messageOfShare(
  connection: Services['connection'],
  record: ShareRecord,
): Promise<Message | 'signed-out' | 'unavailable'> {
  const { messageId, accountId } = record;
  if (!messageId) return 'unavailable';
  const session = await connection.session(accountId);
  if (session === undefined) return 'signed-out';
  try {
    const [name, room] = shareNames(record);
    const title = l10n.t('Getting {0} from {1}', name, room);
    return await withStatusProgress(title, () => session.client.getMessage(messageId));
  } catch (error) {
    if (error instanceof ServiceError && refusals.includes(error.status)) return 'unavailable';
    throw error;
  }
}
