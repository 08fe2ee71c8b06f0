import { Hover, l10n, MarkdownString, Range, type TextDocument } from 'vscode';
import { escapeMarkdown } from '../../core/base/text/displayText.ts';
import { digestOfLines } from '../../core/base/text/lineDigests.ts';
import type { CommandId } from '../../host/commands/commandIds.ts';
import { linkText } from '../../host/vscode/notifications.ts';
import { selectionOf } from './lineActions.ts';
import type { LineMarks } from './lineMarks.ts';
import type { LinePorts } from './lineSources.ts';
import { markText } from './markText.ts';
import type { LineMark } from './model/placeMarks.ts';

const command = '_roomside.sharedLine' satisfies CommandId;

const maxShown = 5;

type LineAction = 'open' | 'reply' | 'edit' | 'update' | 'hide';

/**
 * The text of a message is never Markdown, and the only links are those of this function: to one command, with the number
 * of a mark.
 */
export function hoverText({ key, lines }: LineMark, ports: LinePorts, isChanged = false): MarkdownString {
  const { author, room, time, words, replies } = markText(lines.message, ports);
  const head = l10n.t({
    message: '{0} in “{1}”',
    args: [`**${escapeMarkdown(author)}**`, escapeMarkdown(room)],
    comment: '{0}: a person, {1}: a room',
  });
  const facts = [time, isChanged ? l10n.t('changed since') : '', replies]
    .filter((text) => text !== '')
    .map(escapeMarkdown);
  const link = (action: LineAction, label: string): string =>
    linkText({ title: escapeMarkdown(label), command, arguments: [action, key] });
  const actions = [
    link('open', l10n.t('Open Message')),
    link('reply', l10n.t('Reply with Selection')),
    ...(lines.message.author === '' ? [link('edit', l10n.t('Edit Message…'))] : []),
    ...(lines.message.author === '' && isChanged ? [link('update', l10n.t('Update with These Lines…'))] : []),
    link('hide', l10n.t('Hide')),
  ];
  const paragraphs = [[head, ...facts].join(' · '), escapeMarkdown(words), actions.join(' | ')];
  const text = new MarkdownString(paragraphs.filter((each) => each !== '').join('\n\n'));
  text.isTrusted = { enabledCommands: [command] };
  return text;
}

/** What is known of the messages that share the lines which begin where the mouse is. @param line zero-based */
export function linesHover(
  marks: LineMarks,
  document: TextDocument,
  line: number,
  ports: LinePorts,
): Hover | undefined {
  const here = marks
    .in(document.uri)
    .filter(({ range }) => range.startLine === line + 1)
    .sort((one, other) => other.lines.message.createdMs - one.lines.message.createdMs);
  const [first] = here;
  if (first === undefined) return undefined;
  const isChanged = ({ lines, range }: (typeof here)[number]): boolean =>
    lines.digest !== undefined && digestOfLines(document.getText(selectionOf(range))).digest !== lines.digest;
  const shown = here.slice(0, maxShown).map((mark) => hoverText(mark, ports, isChanged(mark)));
  const left = here.length - maxShown;
  const more = left > 0 ? [escapeMarkdown(l10n.t('{0} more in “Show Shared Lines in This File”', left))] : [];
  const range = new Range(line, 0, first.range.endLine - 1, Number.MAX_SAFE_INTEGER);
  return new Hover([...shown, ...more.map((text) => new MarkdownString(text))], range);
}
