import { l10n } from 'vscode';
import { removeStoredSecrets } from '../../core/auth/signIn/removeStoredSecrets.ts';
import type { CommandHandlers } from '../../host/commands/commandIds.ts';
import type { Services } from '../../host/services.ts';
import { showSuccess } from '../../host/ui/statusBar.ts';
import { askBefore } from '../../host/vscode/notifications.ts';
import { removeFolder } from '../../platform/files/localFile.ts';

/** All places where Roomside stores data. */
export type StoredDataPorts = Pick<
  Services,
  'accounts' | 'secrets' | 'memory' | 'workspaceMemory' | 'outbox' | 'drafts' | 'storage' | 'sandbox'
>;

/** "Remove All Stored Data": removes everything Roomside has stored on this computer. */
export function createStoredDataCommands(ports: StoredDataPorts): CommandHandlers<'roomside.removeStoredData'> {
  return { 'roomside.removeStoredData': () => confirmRemoval(ports) };
}

async function confirmRemoval(ports: StoredDataPorts): Promise<void> {
  const question = l10n.t('Remove all data that Roomside stores on this computer?');
  const detail = l10n.t(
    'This signs out all accounts in all windows, removes saved integrations, and deletes the sandbox with its rooms. Settings are kept. Nothing is deleted on the service.',
  );
  const shares = ports.outbox.snapshot.shares.filter(({ state }) => state !== 'sent');
  const { drafts, unreadable } = await ports.drafts.list();
  const unsent = shares.length + drafts.length + unreadable.length;
  const loss = unsent === 0 ? '' : `\n\n${lossText(unsent)}`;
  if (!(await askBefore(l10n.t('Remove'), question, detail + loss))) return;
  await removeEverything(ports);
  showSuccess(l10n.t('Removed all stored data'));
}

function lossText(unsentCount: number): string {
  return unsentCount === 1
    ? l10n.t('1 unsent share or draft will be deleted.')
    : l10n.t('{0} unsent shares and drafts will be deleted.', unsentCount);
}

async function removeEverything(ports: StoredDataPorts): Promise<void> {
  const { memory, workspaceMemory, storage, outbox, sandbox } = ports;
  // Shares first: signing out keeps the shares of the account.
  await outbox.removeAll();
  await removeStoredSecrets(ports);
  for (const each of [memory, workspaceMemory]) {
    for (const key of each.keys()) await each.update(key, undefined);
  }
  // The sandbox has its files open, until it ends in this window or, as its secret is removed, in another one.
  sandbox.dispose();
  await removeFolder(storage.fsPath);
}
