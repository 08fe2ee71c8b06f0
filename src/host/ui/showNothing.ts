import { l10n, window } from 'vscode';
import { displayTitle } from '../../core/base/text/displayText.ts';

/**
 * Says that a command has found nothing, in a list: a list takes the keys that the user goes on to press for the rows of the
 * command, which would replace code beside a notification.
 * @param actions labels of rows below
 * @returns the chosen action
 */
export async function showNothing(text: string, ...actions: readonly string[]): Promise<string | undefined> {
  const rows = [{ label: displayTitle(text), alwaysShow: true }, ...actions.map((label) => ({ label }))];
  const row = await window.showQuickPick(rows, { placeHolder: l10n.t('Press Escape to close.') });
  return actions.find((action) => action === row?.label);
}

/** Says that a command has no share: keyboard shortcuts have no row, and a row may have been removed. */
export function showNoShareMessage(id: string | undefined): void {
  const gone = l10n.t('This share is no longer in Recent Shares.');
  void showNothing(id === undefined ? l10n.t('Run this command from the menu of a share in Recent Shares.') : gone);
}
