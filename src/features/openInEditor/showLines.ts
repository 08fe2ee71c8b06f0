import { basename } from 'node:path';
import { l10n, Range, Selection, type TextDocument, Uri, window, workspace } from 'vscode';
import type { Log } from '../../core/base/log.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { EditorLink } from '../../core/git/editorLink.ts';
import { createLineMap, followLines, type LineRange } from '../../core/git/lineMap.ts';
import { gitApi, textAtCommit } from '../../host/git/gitApi.ts';
import { showNotice } from '../../host/ui/statusBar.ts';
import { showInformationMessage, showWarningMessage } from '../../host/vscode/notifications.ts';
import { showPlainTextDiff } from '../../host/vscode/workspaceFiles.ts';

/** Opens a file, selects the lines where they are now, and offers a comparison if they have changed since the commit. */
export async function showLines(path: string, { lines, commit }: EditorLink, log: Log): Promise<void> {
  const file = Uri.file(path);
  const document = await workspace.openTextDocument(file);
  const committed = commit === undefined ? undefined : await textAtCommit(file, commit, log);
  const current = document.getText();
  const places = lines.map((range) =>
    committed === undefined ? range : (followLines(committed, current, range) ?? range),
  );
  const selections = places.map((place) => selectionOf(place, document));
  const editor = await window.showTextDocument(document, { preview: false, ...withFirst(selections) });
  editor.selections = selections;
  const name = displayTitle(workspace.asRelativePath(file));
  if (commit === undefined) return;
  if (committed === undefined) {
    showNotice(l10n.t("{0}: the shared commit isn't in this repository, so the lines may differ.", name));
    return;
  }
  const placeNow = createLineMap(committed, current);
  const now = lines.map(placeNow);
  if (now.includes(undefined)) await offerComparison(file, { commit, name, selection: selections[0] });
  else if (now[0] && lines[0] && now[0].startLine !== lines[0].startLine) {
    const text = l10n.t(
      '{0}: these lines moved from line {1} to line {2}.',
      name,
      lines[0].startLine,
      now[0].startLine,
    );
    void showInformationMessage(text);
  }
}

/** An empty range stands for deleted lines: the cursor is where they were. */
function selectionOf({ startLine, endLine }: LineRange, document: TextDocument): Selection {
  const end = endLine < startLine ? 0 : Number.MAX_SAFE_INTEGER;
  const range = new Range(startLine - 1, 0, Math.max(startLine, endLine) - 1, end);
  const valid = document.validateRange(range);
  return new Selection(valid.start, valid.end);
}

function withFirst([selection]: readonly Selection[]): { readonly selection?: Selection } {
  return selection === undefined ? {} : { selection };
}

interface ComparedFile {
  readonly commit: string;
  readonly name: string;
  readonly selection: Selection | undefined;
}

async function offerComparison(file: Uri, { commit, name, selection }: ComparedFile): Promise<void> {
  const comparing = l10n.t('Compare');
  const text = l10n.t('{0}: these lines have changed since they were shared.', name);
  if ((await showWarningMessage(text, comparing)) !== comparing) return;
  const shared = (await gitApi())?.toGitUri(file, commit);
  if (shared === undefined) return;
  const title = l10n.t('{0} ({1} ↔ Workspace)', basename(file.path), commit.slice(0, 10));
  await showPlainTextDiff(shared, file, title, selection);
}
