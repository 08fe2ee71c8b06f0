import { MarkdownString } from 'vscode';
import { escapeMarkdown } from '../../core/chatTools/untrustedText.ts';

/** A tooltip with the lines as plain text: no markup and no links. Empty lines are left out. */
export function plainTooltip(lines: readonly string[]): MarkdownString {
  return new MarkdownString(lines.filter(Boolean).map(escapeMarkdown).join('\n\n'));
}
