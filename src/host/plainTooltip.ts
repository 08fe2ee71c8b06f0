import { MarkdownString } from 'vscode';
import { escapeMarkdown } from '../core/share/tools/untrustedText.ts';

/** A tooltip of lines in which nothing is markup, nor an address that would be made a link; empty ones are left out. */
export function plainTooltip(lines: readonly string[]): MarkdownString {
  return new MarkdownString(lines.filter(Boolean).map(escapeMarkdown).join('\n\n'));
}
