import { commands, l10n, type Memento, window } from 'vscode';
import type { Outbox } from '../../core/outbox/outbox.ts';

const askedKey = 'outbox.askedHeld';

export interface OldSharesPorts {
  readonly outbox: Pick<Outbox, 'snapshot' | 'needsConfirmation' | 'discard'>;
  /** State shared by all windows. */
  readonly memory: Memento;
  isFocused(): boolean;
}

/** Asks whether to send shares that have waited for more than a day: once for each share, in the focused window. */
export async function askAboutOldShares({ outbox, memory, isFocused }: OldSharesPorts): Promise<void> {
  if (!isFocused()) return;
  const held = outbox.snapshot.shares.filter((record) => outbox.needsConfirmation(record)).map(({ id }) => id);
  const asked = new Set(memory.get<readonly string[]>(askedKey) ?? []);
  const fresh = held.filter((id) => !asked.has(id));
  if (fresh.length === 0) return;
  await memory.update(askedKey, held);
  const [show, discard] = [l10n.t('Show Recent Shares'), l10n.t('Discard')];
  const question =
    fresh.length === 1
      ? l10n.t('1 share has been waiting for more than a day. Do you still want to send it?')
      : l10n.t('{0} shares have been waiting for more than a day. Do you still want to send them?', fresh.length);
  const choice = await window.showInformationMessage(question, show, discard);
  if (choice === show) await commands.executeCommand('roomside.shares.focus');
  else if (choice === discard) for (const id of fresh) await outbox.discard(id);
}
