import { basename } from 'node:path';
import { commands, l10n, Uri } from 'vscode';
import { unlessMissing } from '../../../core/base/storage/systemError.ts';
import { displayTitle } from '../../../core/base/text/displayText.ts';
import { textLines } from '../../../core/base/text/textLines.ts';
import { fencedBlocks } from '../../../core/markdown/fencedBlocks.ts';
import type { NewShare } from '../../../core/outbox/newShare.ts';
import type { ShareRecord } from '../../../core/outbox/shareRecord.ts';
import { placesOf } from '../../../core/snippet/codePlace.ts';
import { findHiddenCharacters } from '../../../core/snippet/hiddenCharacters.ts';
import { shareIdOf } from '../../../host/commands/commandArguments.ts';
import { shareNames } from '../../../host/ui/describeShare.ts';
import { showNoShareMessage } from '../../../host/ui/showNothing.ts';
import { showWarningMessage } from '../../../host/vscode/notifications.ts';
import { readBytes, statFile } from '../../../platform/files/localFile.ts';
import { bytesAsFile, currentFile } from '../fileSource.ts';
import { shareableFiles, shareableMarkdown, shareableUrl } from '../propose.ts';
import type { Shareable } from '../shareable.ts';
import { documentRisks } from './documentRisks.ts';
import { hiddenWarning, type ShareSource, type SourcePorts, showNothingToShare } from './shareSource.ts';

/** "Send to Another Room…": the share of a row of Recent Shares or of the status bar, with its content. */
export const sentShareSource: ShareSource = async ([argument], ports) => {
  const id = shareIdOf(argument);
  const record = ports.outbox.snapshot.shares.find((share) => share.id === id);
  if (record !== undefined) return shareableOf(ports, record);
  showNoShareMessage(id);
  return undefined;
};

/** "Send Last Share to Another Room…": the newest share of the active account. */
export const lastShareSource: ShareSource = async (_, ports) => {
  const account = await ports.active.get();
  const last = ports.outbox.snapshot.shares.findLast(({ accountId }) => accountId === account?.id);
  if (last !== undefined) return shareableOf(ports, last);
  return showNothingToShare(l10n.t('There is no share of this account to send to another room.'));
};

/** What every share that is sent again has. */
type Again = Pick<Shareable, 'title' | 'sameRoomId'> & {
  readonly warnings: readonly string[];
};

/** Finds the content of a share. `undefined` after saying that it is not available. */
async function shareableOf(ports: SourcePorts, record: ShareRecord): Promise<Shareable | undefined> {
  const title = l10n.t('Send {0} to Another Room', shareNames(record)[0]);
  const again: Again = { title, sameRoomId: record.roomId, warnings: await warningsOf(ports, record) };
  const kept = ports.sentContents.get(record.id);
  const content = kept?.content ?? record.content;
  if (content?.kind === 'text') return sentText(again, record, content.markdown, kept?.warnings);
  if (content?.kind === 'url') return shareableUrl({ ...again, url: content.url, comment: content.text });
  if (content !== undefined) return sentFile(ports, again, record, content);
  const { origin } = record;
  // The origin of lines of a file has a line; that of a whole file does not.
  if (origin === undefined || origin.line !== undefined) return sayNoCopy(record);
  const unknown = l10n.t('A comment sent with this file is only in the room');
  return fileNow({ ...again, warnings: [...again.warnings, unknown] }, record, { path: origin.path });
}

type SentFile = Extract<NewShare['content'], { kind: 'file' }>;

/** A file on disk, or bytes that exist only in memory or beside the record. */
async function sentFile(
  { outbox }: SourcePorts,
  again: Again,
  record: ShareRecord,
  { file, text: comment }: SentFile,
): Promise<Shareable | undefined> {
  const { bytes: known, path, version } = file;
  if (path !== undefined) return fileNow({ ...again, comment }, record, { path, version });
  const bytes = known ?? (await unlessMissing(readBytes(outbox.copyPath(record.id))));
  // Without a copy, it has been sent meanwhile.
  if (bytes === undefined) return sayNoCopy(record);
  return shareableFiles({ ...again, comment, files: [bytesAsFile(file.name, bytes)] });
}

async function warningsOf({ active }: SourcePorts, record: ShareRecord): Promise<readonly string[]> {
  const { accountId, accountLabel, state } = record;
  const isOfOther = (await active.get())?.id !== accountId;
  const isOpen = state !== 'sent' && state !== 'failed';
  return [
    ...(isOfOther ? [l10n.t('Shared from another of your accounts: {0}', displayTitle(accountLabel))] : []),
    ...(isOpen
      ? [l10n.t('The share to “{0}” is still pending and stays in Recent Shares', shareNames(record)[1])]
      : []),
  ];
}

/** A message as it was sent. A new comment comes before it, as in the first share, and makes it a new text. */
function sentText(
  { warnings, ...again }: Again,
  record: ShareRecord,
  markdown: string,
  known?: readonly string[],
): Shareable {
  const { name, origin } = record;
  const all = async () => [...warnings, ...(known ?? (await textWarnings(record, markdown)))];
  return shareableMarkdown({ ...again, name, origin, markdown, lineCount: codeLineCount(markdown), warnings: all() });
}

/** The number of lines of code; of a text without code, that of its lines. */
function codeLineCount(markdown: string): number {
  const blocks = fencedBlocks(markdown).map(({ code }) => code);
  return (blocks.length === 0 ? [markdown] : blocks).reduce((sum, text) => sum + textLines(text).length, 0);
}

async function textWarnings({ origin }: ShareRecord, markdown: string): Promise<readonly string[]> {
  const risks = await Promise.all(placesOf(origin).map(({ path }) => documentRisks({ uri: Uri.file(path) })));
  return [...new Set(risks.flat()), ...hiddenWarning(findHiddenCharacters(markdown))];
}

/** The file as it is now. `version` is that which was shared; unknown for a share of an earlier window. */
async function fileNow(
  again: Again & Pick<Shareable, 'comment'>,
  record: ShareRecord,
  { path, version }: { readonly path: string; readonly version?: string | undefined },
): Promise<Shareable | undefined> {
  const now = await unlessMissing(statFile(path));
  const name = displayTitle(basename(path));
  if (now === undefined) {
    return sayUnavailable(
      record,
      l10n.t('{0} no longer exists. Open the file at its new place and share it again.', displayTitle(path)),
    );
  }
  const isChanged = version === undefined ? now.mtimeMs > record.createdMs : now.version !== version;
  const changed = isChanged ? [l10n.t('{0} has changed since it was shared', name)] : [];
  const file = await currentFile(Uri.file(path));
  return file && shareableFiles({ ...again, warnings: [...again.warnings, ...changed], files: [file] });
}

/** A sent record keeps no content, and the memory of this window no longer has it. */
function sayNoCopy(record: ShareRecord): undefined {
  const [name, room] = shareNames(record);
  const copy = l10n.t('Roomside keeps no copy of what was sent. Copy {0} from “{1}” and share it again.', name, room);
  const open = l10n.t('Roomside keeps no copy of what was sent. Open the file and share {0} again.', name);
  return sayUnavailable(record, record.origin === undefined ? copy : open);
}

function sayUnavailable({ id, origin }: ShareRecord, sentence: string): undefined {
  const open = l10n.t('Open File');
  const actions = origin?.line === undefined ? [] : [open];
  // Not awaited: the command ends, and the notification may stay open.
  void showWarningMessage(sentence, ...actions).then(async (choice) => {
    if (choice === open) await commands.executeCommand('roomside.openSharedFile', id);
  });
}
