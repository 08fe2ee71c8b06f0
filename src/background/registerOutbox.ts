import { commands, l10n, type Memento, type TreeView, window } from 'vscode';
import type { Clock } from '../core/base/clock.ts';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import type { Outbox } from '../core/outbox/outbox.ts';
import type { ShareRecord } from '../core/outbox/shareRecord.ts';
import { needsConfirmation, requiresUserAction } from '../core/outbox/shareState.ts';
import { indicateShares } from '../features/outbox/indicateShares.ts';
import type { ShareCommandPorts } from '../features/outbox/shareCommands.ts';
import type { ShareNode } from '../features/outbox/shareItems.ts';
import { SharesTree } from '../features/outbox/sharesTree.ts';
import type { Services } from '../host/services.ts';
import { showInformationMessage, showWarningMessage } from '../host/vscode/notifications.ts';

const askedKey = 'outbox.askedHeld';

interface OutboxFeaturePorts
  extends ShareCommandPorts,
    Pick<Services, 'accounts' | 'connection' | 'directory' | 'log' | 'status' | 'memory' | 'sentContents'> {
  /** The Recent Shares view, which shows the tree once it is loaded. */
  readonly sharesView: TreeView<ShareNode>;
}

/** Recent Shares: the view of sent, queued and unconfirmed shares, and their delivery in the background. */
export function registerOutbox(ports: OutboxFeaturePorts) {
  const { accounts, clock, connection, outbox, sharesStatus: shares, outcome, sharesView: view } = ports;
  const owned = new DisposableStore();
  const tree = owned.add(new SharesTree({ ...ports, status: shares, contents: ports.sentContents, view }));
  owned.add(indicateShares({ shares, onDidWait: connection.onDidWait, status: ports.status, clock }));
  owned.add(
    outbox.onDidFinish((result) => {
      const { record } = result;
      // A share that stays queued was already reported when it was queued.
      if (record !== undefined && (record.state === 'sent' || requiresUserAction(record, clock.now())))
        outcome.show(result);
    }),
  );
  owned.add(
    accounts.onDidChange(({ removed }) => {
      // Synchronously: no later request may use the token of a removed account.
      const stopped = removed.map(({ id }) => outbox.stopAccount(id));
      void Promise.all(stopped).then(() => deliverAfterAccountChange(ports));
    }),
  );
  owned.add(view.onDidChangeSelection(({ selection }) => shares.markFailuresSeen(selection.map((row) => row.shareId))));
  owned.add(resumeWhenPossible(ports));
  return { tree, dispose: () => owned.dispose() };
}

/** Continues with the queued shares when the window gets the focus, the view appears, or the service answers again. */
function resumeWhenPossible({ outbox, clock, connection, memory, sharesView }: OutboxFeaturePorts): Disposable {
  const owned = new DisposableStore();
  const resume = async (): Promise<void> => {
    await outbox.resume();
    await askAboutOldShares({ outbox, clock, memory, isFocused: () => window.state.focused });
  };
  owned.add(window.onDidChangeWindowState(({ focused }) => focused && void resume()));
  owned.add(sharesView.onDidChangeVisibility(({ visible }) => visible && void outbox.resume()));
  // Not forced: the service may still refuse the shares, and the queue has its own back-off.
  owned.add(connection.onDidChangeState(({ state }) => state === 'connected' && void outbox.resume()));
  void resume();
  return owned;
}

/** Delivers queued shares after a sign-in. After a sign-out, asks about the shares that stay behind. */
async function deliverAfterAccountChange({ accounts, outbox, clock }: OutboxFeaturePorts): Promise<void> {
  const ids = new Set((await accounts.list()).map(({ id }) => id));
  const waiting = outbox.snapshot.shares.filter(({ state }) => state === 'queued' || state === 'unknown');
  const left = waiting.filter((each) => !ids.has(each.accountId) && !requiresUserAction(each, clock.now()));
  await outbox.resume();
  if (left.length === 0 || ids.size > 0) return;
  await askAboutUnsent(outbox, left);
}

async function askAboutUnsent(outbox: ShareCommandPorts['outbox'], left: readonly ShareRecord[]): Promise<void> {
  const discard = l10n.t('Discard');
  const label = left[0]?.accountLabel ?? '';
  const question =
    left.length === 1
      ? l10n.t("1 share wasn't sent. It will be sent when {0} signs in again.", label)
      : l10n.t("{0} shares weren't sent. They will be sent when {1} signs in again.", left.length, label);
  if ((await showWarningMessage(question, l10n.t('Keep'), discard)) !== discard) return;
  for (const { id } of left) await outbox.discard(id);
}

interface OldSharesPorts {
  readonly outbox: Pick<Outbox, 'snapshot' | 'discard'>;
  readonly clock: Clock;
  readonly memory: Memento;
  isFocused(): boolean;
}

/** Asks whether to send shares that have waited for more than a day: once for each share, in the focused window. */
export async function askAboutOldShares({ outbox, clock, memory, isFocused }: OldSharesPorts): Promise<void> {
  if (!isFocused()) return;
  const held = outbox.snapshot.shares.filter((record) => needsConfirmation(record, clock.now())).map(({ id }) => id);
  const asked = new Set(memory.get<readonly string[]>(askedKey) ?? []);
  const fresh = held.filter((id) => !asked.has(id));
  if (fresh.length === 0) return;
  await memory.update(askedKey, held);
  const show = l10n.t('Show Recent Shares');
  const discard = l10n.t('Discard');
  const question =
    fresh.length === 1
      ? l10n.t('1 share has been waiting for more than a day. Do you still want to send it?')
      : l10n.t('{0} shares have been waiting for more than a day. Do you still want to send them?', fresh.length);
  const choice = await showInformationMessage(question, show, discard);
  if (choice === show) await commands.executeCommand('roomside.shares.focus');
  else if (choice === discard) for (const id of fresh) await outbox.discard(id);
}
