import { l10n, MarkdownString } from 'vscode';
import { escapeMarkdown } from '../../core/base/text/displayText.ts';
import type { CommandId } from '../../host/commands/commandIds.ts';
import type { LineMark } from './lineMarks.ts';
import { markText, type TextPorts } from './markText.ts';

const command = '_roomside.sharedLine' satisfies CommandId;

type LineAction = 'open' | 'reply' | 'hide';

/**
 * The text of a message is never Markdown, and the only links are those of this function: to one command, with the number
 * of a mark.
 */
export function hoverText({ key, lines }: LineMark, ports: TextPorts): MarkdownString {
  const { author, room, time, words, replies } = markText(lines.message, ports);
  const head = l10n.t({
    message: '{0} in “{1}”',
    args: [`**${escapeMarkdown(author)}**`, escapeMarkdown(room)],
    comment: '{0}: a person, {1}: a room',
  });
  const facts = [time, replies].filter((text) => text !== '').map(escapeMarkdown);
  const link = (action: LineAction, label: string): string =>
    `[${escapeMarkdown(label)}](command:${command}?${encodeURIComponent(JSON.stringify([action, key]))})`;
  const actions = [
    link('open', l10n.t('Open Message')),
    link('reply', l10n.t('Reply with Selection')),
    link('hide', l10n.t('Hide')),
  ];
  const paragraphs = [[head, ...facts].join(' · '), escapeMarkdown(words), actions.join(' | ')];
  const text = new MarkdownString(paragraphs.filter((each) => each !== '').join('\n\n'));
  text.isTrusted = { enabledCommands: [command] };
  return text;
}
