import { commands, env, l10n, Range, Uri, workspace } from 'vscode';
import type { Outbox } from '../../core/outbox/outbox.ts';
import { failureOf } from '../../core/outbox/shareFailure.ts';
import type { ShareRecord } from '../../core/outbox/shareRecord.ts';
import { canUndo } from '../../core/outbox/shareState.ts';
import { isJustSent, newestUndoable } from '../../core/outbox/sharesStatus.ts';
import { messageIdOf, shareIdOf } from '../../host/commands/commandArguments.ts';
import type { CommandHandlers } from '../../host/commands/commandIds.ts';
import type { Services } from '../../host/services.ts';
import { namesInSentence, shareNames } from '../../host/ui/describeShare.ts';
import type { ShareOutcome } from '../../host/ui/shareOutcome.ts';
import { showNoShareMessage, showNothing } from '../../host/ui/showNothing.ts';
import { showNotice, showSuccess } from '../../host/ui/statusBar.ts';
import { relativeTime } from '../../host/vscode/formats.ts';
import { askBefore } from '../../host/vscode/notifications.ts';
import { shareIdsOf } from './shareItems.ts';

export type ShareCommandPorts = Pick<
  Services,
  'outbox' | 'sharesStatus' | 'outcome' | 'errors' | 'undoable' | 'active' | 'clock' | 'answers'
>;

/** The commands of the rows of Recent Shares. */
export function shareCommands(ports: ShareCommandPorts) {
  const { outbox, sharesStatus, outcome } = ports;
  const onShare =
    (run: (record: ShareRecord) => Promise<void>) =>
    async (argument: unknown): Promise<void> => {
      const id = shareIdOf(argument);
      const record = outbox.snapshot.shares.find((share) => share.id === id);
      if (record === undefined) return showNoShareMessage(id);
      await sharesStatus.markFailuresSeen([record.id]);
      await run(record);
    };
  const discard = async (argument: unknown): Promise<void> => {
    const messageId = messageIdOf(argument);
    const id = shareIdOf(argument) ?? outbox.snapshot.shares.find((share) => share.messageId === messageId)?.id;
    if (id !== undefined) await outbox.discard(id);
    else if (messageId === undefined) showNoShareMessage(id);
  };
  return {
    'roomside.sendUnsentShares': () => sendUnsent(outbox, outcome),
    'roomside.retryShare': onShare((record) => retry(record, outcome)),
    'roomside.sendShareToRoom': onShare(({ id }) => outcome.retry(id, 'room')),
    'roomside.confirmShareArrived': onShare(({ id }) => outbox.markSent(id)),
    ...pressShare(ports),
    'roomside.undoShare': undoCommand(ports),
    'roomside.copyShare': onShare(copyShare),
    'roomside.remindTomorrow': onShare(({ messageId = '' }) =>
      ports.answers.postpone(messageId, nextMorningMs(ports.clock.now())),
    ),
    'roomside.noAnswerNeeded': onShare(({ messageId = '' }) => ports.answers.postpone(messageId)),
    'roomside.openSharedFile': onShare((record) => openSharedFile(ports, record)),
    'roomside.discardShare': discard,
    // The same command with a milder title, for shares that are already sent.
    'roomside.forgetShare': discard,
    '_roomside.showFailedShares': async () => {
      await commands.executeCommand('roomside.shares.focus');
      await sharesStatus.markFailuresSeen();
    },
    'roomside.cancelShare': onShare(async ({ id }) => outbox.cancel(id)),
  } satisfies Partial<CommandHandlers>;
}

const morningHour = 9;

function nextMorningMs(nowMs: number): number {
  const now = new Date(nowMs);
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, morningHour).getTime();
}

/** Maximum time between a key and the command of the row that it selects. */
const pressMs = 1000;

/**
 * Keys of the view: Enter reads the message, Space opens the file, Delete undoes. VS Code gives no row to a key, but runs the
 * command of the row that the key selects, as it does for a click.
 */
function pressShare(ports: ShareCommandPorts) {
  const { outbox, clock } = ports;
  let pressed: { readonly action: unknown; readonly atMs: number } | undefined;
  return {
    async '_roomside.pressShare'(action) {
      pressed = { action, atMs: clock.now() };
      await commands.executeCommand('list.select');
    },
    async '_roomside.shareRow'(id: unknown, isLast?: unknown) {
      const { action, atMs = 0 } = pressed ?? {};
      pressed = undefined;
      const record = outbox.snapshot.shares.find((share) => share.id === id);
      if (record === undefined || clock.now() - atMs > pressMs) return;
      const { roomId, messageId } = record;
      if (action === 'open') await openSharedFile(ports, record);
      else if (action === 'undo')
        await undoAfterQuestion(ports, canUndo(record) ? record : undefined, clock.now(), () =>
          // VS Code would give the focus to no row when this one goes.
          commands.executeCommand(isLast === true ? 'list.focusUp' : 'list.focusDown'),
        );
      else if (action === 'read' && roomId !== '')
        await commands.executeCommand('roomside.readRoom', { kind: 'room', roomId, messageId });
    },
  } satisfies Partial<CommandHandlers>;
}

/** Sends what waits without a further delay, and tries each failed share again that can succeed as it is. */
async function sendUnsent(outbox: Outbox, outcome: ShareOutcome): Promise<void> {
  const { shares } = outbox.snapshot;
  const failed = shares.filter((record) => failureOf(record)?.next === 'retry');
  const hasWaiting = shares.some(({ state }) => state !== 'sent' && state !== 'failed');
  if (failed.length > 0 || hasWaiting) await Promise.all([hasWaiting && outbox.resume(true), outcome.retryAll(failed)]);
  else if (shares.some(({ state }) => state === 'failed'))
    void showNothing(l10n.t('No failed share can be tried again as it is.'));
  else void showNothing(l10n.t('No shares are waiting to be sent.'));
}

/** Where that can only fail again, it shows why, and what can be done. A row does not offer it, but a key may run it. */
async function retry(record: ShareRecord, outcome: ShareOutcome): Promise<void> {
  if ((failureOf(record)?.next ?? 'retry') === 'retry') await outcome.retry(record.id);
  else outcome.show({ record });
}

/** Undo Share, of a row and from the Command Palette. */
function undoCommand(ports: ShareCommandPorts): (argument: unknown) => Promise<void> {
  let undoneMs = Number.NEGATIVE_INFINITY;
  return async (argument) => {
    // From the Command Palette, what the status bar offers at this moment: it may be several messages.
    const ids = shareIdsOf(argument ?? ports.undoable.offered);
    const beforeMs = undoneMs;
    undoneMs = ports.clock.now();
    if (ids.length > 0) return undoShares(ports, ids);
    const accountId = (await ports.active.get())?.id;
    await undoAfterQuestion(ports, newestUndoable(ports.outbox.snapshot.shares, accountId), beforeMs);
  };
}

/**
 * The Command Palette does not show what is deleted, so the question names it, unless it was sent a moment ago.
 * @param undoneMs when it was used before: who runs it twice for one share is asked about the one before that
 */
async function undoAfterQuestion(
  ports: ShareCommandPorts,
  record: ShareRecord | undefined,
  undoneMs: number,
  prepare: () => PromiseLike<void> = async () => undefined,
): Promise<void> {
  if (record === undefined) return void showNothing(l10n.t('There is no share to undo for this account.'));
  const nowMs = ports.clock.now();
  const isMeant = isJustSent(record, nowMs) && (record.endedMs ?? record.createdMs) > undoneMs;
  if (!isMeant && !(await confirmDeletion(record, nowMs))) return;
  await prepare();
  await undoShares(ports, [record.id]);
}

function confirmDeletion(record: ShareRecord, nowMs: number): Promise<boolean> {
  const [name, room] = namesInSentence(record);
  const sent = relativeTime(record.endedMs ?? record.createdMs, nowMs);
  const detail = l10n.t('It was sent {0}. The message will be deleted for everyone in the room.', sent);
  return askBefore(l10n.t('Delete'), l10n.t('Delete {0} from “{1}”?', name, room), detail);
}

/** Deletes messages from their rooms, and continues after a failure. */
async function undoShares({ outbox, errors, undoable }: ShareCommandPorts, ids: readonly string[]): Promise<void> {
  undoable.hide();
  const records = ids.flatMap((id) => outbox.snapshot.shares.find((share) => share.id === id) ?? []);
  const deleted: ShareRecord[] = [];
  for (const record of records) {
    const [name, room] = namesInSentence(record);
    try {
      await outbox.undo(record.id);
      deleted.push(record);
    } catch (error) {
      void errors.report(error, { context: l10n.t("Couldn't delete {0} from “{1}”.", name, room) });
    }
  }
  const [first] = deleted;
  if (first === undefined) return;
  const [name, room] = namesInSentence(first);
  showNotice(
    deleted.length === 1
      ? l10n.t({ message: 'Deleted {0} from {1}', args: [name, room], comment: '{1}: a room or a person' })
      : l10n.t({
          message: 'Deleted {0} messages from {1}',
          args: [deleted.length, room],
          comment: '{1}: a room or a person',
        }),
  );
}

async function copyShare({ content }: ShareRecord): Promise<void> {
  if (content?.kind !== 'text')
    return void showNothing(l10n.t('There is no text to copy. The share was sent or is a file.'));
  await env.clipboard.writeText(content.markdown);
  showSuccess(l10n.t('Copied as message'));
}

async function openSharedFile({ errors }: ShareCommandPorts, record: ShareRecord): Promise<void> {
  const { origin } = record;
  if (origin === undefined)
    return void showNothing(l10n.t("{0} doesn't come from a file on this computer.", shareNames(record)[0]));
  const file = Uri.file(origin.path);
  const { line } = origin;
  try {
    await workspace.fs.stat(file);
    const options = line === undefined ? {} : { selection: new Range(line - 1, 0, line - 1, 0) };
    await commands.executeCommand('vscode.open', file, options);
  } catch (error) {
    void errors.report(error, { context: l10n.t("Couldn't open {0}.", shareNames(record)[0]) });
  }
}
