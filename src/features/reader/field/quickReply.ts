import { l10n, window } from 'vscode';

/**
 * Asks for one of the short replies to a message.
 * @param answered its author and first line, as displayed
 * @returns `undefined` if the user selects none
 */
export async function pickReply(answered: {
  readonly author: string;
  readonly line: string;
}): Promise<string | undefined> {
  const replies = ['👍', l10n.t('Done'), l10n.t('Looking at it'), l10n.t('Thank you')];
  const title = l10n.t('Reply to {0}: {1}', answered.author, answered.line);
  return window.showQuickPick(replies, { title });
}
