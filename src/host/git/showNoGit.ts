import { commands, l10n, workspace } from 'vscode';
import { showNothing } from '../ui/showNothing.ts';

/** Says that a command found no repository. In Restricted Mode that is so whatever is open, and a row leads out of it. */
export async function showNoGit(text: string): Promise<undefined> {
  if (workspace.isTrusted) return void (await showNothing(text));
  const manage = l10n.t('Manage Workspace Trust');
  const why = l10n.t("Roomside can't use Git in Restricted Mode.");
  if ((await showNothing(why, manage)) === manage) await commands.executeCommand('workbench.trust.manage');
  return undefined;
}
