import assert from 'node:assert/strict';
import type { TreeItem } from 'vscode';
import { MarkdownString } from './vscodeFake.ts';

/** The tooltip of a row, in Markdown: the same class as in modules that `withVscode` has loaded. */
export function tooltipOf({ tooltip }: TreeItem) {
  assert.ok(tooltip instanceof MarkdownString);
  return tooltip;
}
