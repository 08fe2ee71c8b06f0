import { basename, extname } from 'node:path';
import { commands, l10n, type Selection, type TextEditor, window, workspace } from 'vscode';
import type { Log } from '../../../core/base/log.ts';
import type { HiddenCharacter } from '../../../core/share/hiddenCharacters.ts';
import type { Snippet, SnippetRange } from '../../../core/share/snippet.ts';
import { renderSnippetMessage, type SnippetMessage } from '../../../core/share/snippetMessage.ts';
import { type CommittedLines, committedLines } from '../../../host/git/committedLines.ts';
import { settings } from '../../../host/settings.ts';
import { textAsFile } from '../fileSource.ts';
import type { ShareSource, TextDraft } from './shareSource.ts';

/** "Share Selection…": the selected code, each selection under its own line numbers. Nothing is ever widened to more. */
export function createSelectionSource(log: Log): ShareSource {
  return async () => {
    const editor = await editorWithSelection();
    if (editor === undefined) return undefined;
    const snippet = snippetOf(editor, editor.selections);
    // Git answers while the user chooses a room.
    const committed = committedLines(editor.document, snippet.ranges, log);
    return draftOf(snippet, async () => withCommit(snippet, await committed));
  };
}

async function editorWithSelection(): Promise<TextEditor | undefined> {
  const editor = window.activeTextEditor;
  if (editor?.selections.some((selection) => !selection.isEmpty)) return editor;
  const shareFile = l10n.t('Share Current File…');
  const ways = editor === undefined ? [] : [shareFile];
  const choice = await window.showInformationMessage(l10n.t('Select the code to share first.'), ...ways);
  if (choice === shareFile) await commands.executeCommand('roomside.shareCurrentFile');
  return undefined;
}

function snippetOf({ document }: TextEditor, selections: readonly Selection[]): Snippet {
  return {
    path: workspace.asRelativePath(document.uri).replaceAll('\\', '/'),
    languageId: document.languageId,
    isUnsaved: document.isDirty,
    isUntitled: document.isUntitled,
    ranges: selections
      .filter((each) => !each.isEmpty)
      .toSorted((a, b) => a.start.compareTo(b.start))
      .map((each) => rangeOf(each, document.getText(each))),
  };
}

function rangeOf({ start, end }: Selection, text: string): SnippetRange {
  // A selection that ends before the first character of a line holds nothing of that line.
  const endLine = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  return { startLine: start.line + 1, endLine, text };
}

function withCommit(snippet: Snippet, committed: CommittedLines | undefined): Snippet {
  if (committed === undefined) return snippet;
  const { commit, linkTo } = committed;
  const ranges = snippet.ranges.map((range) => ({ ...range, link: linkTo(range) }));
  return { ...snippet, commit, link: linkTo(), ranges };
}

function draftOf(snippet: Snippet, complete: () => Promise<Snippet>): TextDraft {
  return {
    kind: 'text',
    title: l10n.t('Share Selection'),
    name: snippet.path,
    render: async (comment) => {
      const message = renderSnippetMessage(await complete(), { comment, dedent: settings.dedent.value });
      return { markdown: message.markdown, warnings: warningsOf(message) };
    },
    asFile: textAsFile(fileNameOf(snippet), snippet.ranges.map((range) => range.text).join('\n')),
  };
}

/** "main.ts" of lines 3 to 7 becomes "main.3-7.ts". */
function fileNameOf({ path, ranges }: Snippet): string {
  const name = basename(path);
  const ending = extname(name);
  const [first, last] = [ranges[0]?.startLine ?? 1, ranges.at(-1)?.endLine ?? 1];
  return `${basename(name, ending)}.${first}-${last}${ending || '.txt'}`;
}

function warningsOf({ hiddenCharacters, needsLongFence }: SnippetMessage): readonly string[] {
  const longFence = l10n.t('The code holds ``` fences. If the room does not show it right, send it as a file instead.');
  return [...hiddenWarning(hiddenCharacters), ...(needsLongFence ? [longFence] : [])];
}

function hiddenWarning(found: readonly HiddenCharacter[]): readonly string[] {
  const [first] = found;
  if (first === undefined) return [];
  const where = l10n.t('line {0}, column {1}: {2}', first.line, first.column, first.name);
  return [l10n.t('The code holds {0} hidden characters, the first at {1}', found.length, where)];
}
