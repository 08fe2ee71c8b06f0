import { MarkdownString } from 'vscode';

/** A tooltip of lines in which nothing is markup; empty ones are left out. */
export function plainTooltip(lines: readonly string[]): MarkdownString {
  const tooltip = new MarkdownString();
  for (const line of lines.filter(Boolean)) tooltip.appendText(`${line}\n`);
  return tooltip;
}
