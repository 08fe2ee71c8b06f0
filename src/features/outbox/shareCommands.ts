import { commands, env, l10n, Uri } from 'vscode';
import type { Outbox } from '../../core/outbox/outbox.ts';
import type { ShareRecord } from '../../core/outbox/shareRecord.ts';
import type { CommandHandlers } from '../../host/commandIds.ts';
import type { FailureReport } from '../../host/failureReport.ts';
import type { ShareOutcome } from '../../host/shareOutcome.ts';
import { showNotice, showSuccess, type UndoableMessage } from '../../host/statusMessage.ts';
import { shareNames } from '../../host/words/shareWords.ts';
import { shareIdOf } from './shareItems.ts';

export interface ShareCommandPorts {
  readonly outbox: Outbox;
  readonly outcome: ShareOutcome;
  readonly failures: FailureReport;
  readonly undoable: UndoableMessage;
}

type OutboxCommands = CommandHandlers<
  | 'roomside.sendWaitingShares'
  | 'roomside.retryShare'
  | 'roomside.confirmShareArrived'
  | 'roomside.undoShare'
  | 'roomside.copyShare'
  | 'roomside.openSharedFile'
  | 'roomside.discardShare'
  | 'roomside.forgetShare'
  | 'roomside.cancelShare'
>;

/** What can be done with the rows of Recent Shares. */
export function shareCommands(ports: ShareCommandPorts): OutboxCommands {
  const { outbox, outcome } = ports;
  const onShare =
    (act: (record: ShareRecord) => Promise<void>) =>
    async (argument: unknown): Promise<void> => {
      const id = shareIdOf(argument);
      const record = outbox.snapshot.shares.find((share) => share.id === id);
      if (record !== undefined) await act(record);
    };
  const discard = async (argument: unknown): Promise<void> => {
    const id = shareIdOf(argument);
    if (id !== undefined) await outbox.discard(id);
  };
  return {
    'roomside.sendWaitingShares': () => outbox.resume(true),
    'roomside.retryShare': onShare(({ id }) => outcome.retry(id)),
    'roomside.confirmShareArrived': onShare(({ id }) => outbox.markSent(id)),
    'roomside.undoShare': async (argument) => {
      const { shares } = outbox.snapshot;
      const id = shareIdOf(argument) ?? shares.findLast(({ messageId }) => messageId)?.id;
      await onShare((record) => undoShare(ports, record))(id);
    },
    'roomside.copyShare': onShare(copyShare),
    'roomside.openSharedFile': onShare(openSharedFile),
    'roomside.discardShare': discard,
    // The same under the name it deserves where nothing is lost by it.
    'roomside.forgetShare': discard,
    'roomside.cancelShare': onShare(async ({ id }) => outbox.cancel(id)),
  };
}

async function undoShare({ outbox, failures, undoable }: ShareCommandPorts, record: ShareRecord): Promise<void> {
  const [name, room] = shareNames(record);
  undoable.hide();
  try {
    await outbox.undo(record.id);
    showNotice(l10n.t('Took {0} back from {1}', name, room));
  } catch (error) {
    void failures.show(error, { act: l10n.t('{0} is still in “{1}”: it could not be taken back.', name, room) });
  }
}

async function copyShare({ content }: ShareRecord): Promise<void> {
  if (content?.kind !== 'text') return;
  await env.clipboard.writeText(content.markdown);
  showSuccess(l10n.t('Copied as message'));
}

async function openSharedFile({ content }: ShareRecord): Promise<void> {
  const path = content?.kind === 'file' ? content.file.path : undefined;
  if (path !== undefined) await commands.executeCommand('vscode.open', Uri.file(path));
}
