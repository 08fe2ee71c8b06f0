import { l10n, window } from 'vscode';
import { checkMarkdown } from '../../../core/markdown/checkMarkdown.ts';
import { toServiceMarkdown } from '../../../core/share/messageText.ts';
import { findingWords } from '../findingWords.ts';
import type { ShareSource } from './shareSource.ts';

/** "Send Message…": a plain message in the service's Markdown subset, checked before it goes. */
export const messageSource: ShareSource = async () => {
  const title = l10n.t('Send Message');
  const text = await window.showInputBox({
    title,
    prompt: l10n.t('The message; **bold**, *italic*, `code`, lists and links are understood'),
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === '' ? l10n.t('Type a message.') : undefined),
  });
  if (text === undefined) return undefined;
  const markdown = toServiceMarkdown(text);
  const render = async (comment: string | undefined) => {
    const whole = comment ? `${toServiceMarkdown(comment)}\n\n${markdown}` : markdown;
    return { markdown: whole, warnings: (await checkMarkdown(whole)).map(findingWords) };
  };
  return { kind: 'text', title, name: l10n.t('The message'), render };
};
