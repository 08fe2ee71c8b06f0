import { basename } from 'node:path';
import { l10n, Range, type Uri, window } from 'vscode';
import type { Log } from '../../core/base/log.ts';
import { type EditorLink, linkRemotes } from '../../core/git/editorLink.ts';
import { gitApi } from '../../host/git/gitApi.ts';
import type { SharedLines } from '../../host/git/openLines.ts';
import { textAtCommit } from '../../host/git/repositoryOf.ts';
import { ReadOnlyTexts } from '../../host/vscode/readOnlyTexts.ts';
import { showPlainTextDiff } from '../../host/vscode/workspaceFiles.ts';

export type LinkedVersions = ReturnType<typeof linkedVersions>;

/** The files of links as they were at their commits. */
export function linkedVersions(log: Log) {
  let texts: ReadOnlyTexts | undefined;
  /** VS Code's Git shows versions only of the repositories that it has opened. */
  const find = async (file: Uri, { commit }: EditorLink): Promise<Uri | undefined> => {
    if (commit === undefined) return undefined;
    const git = await gitApi();
    if (git?.getRepository(file)) return git.toGitUri(file, commit);
    const text = await textAtCommit(file, commit, log);
    texts ??= new ReadOnlyTexts('roomside-version');
    return text === undefined ? undefined : texts.add(basename(file.path), text);
  };
  return {
    /** The lines of a link in a file, which can be compared with those of its commit. */
    linesIn: (file: Uri, link: EditorLink): SharedLines => ({
      lines: link.lines,
      commit: link.commit,
      cell: link.cell,
      remotes: linkRemotes(link),
      async compare(selection) {
        const before = await find(file, link);
        const title = l10n.t('{0} ({1} ↔ Workspace)', basename(file.path), link.commit?.slice(0, 10) ?? '');
        if (before !== undefined) await showPlainTextDiff(before, file, title, selection);
      },
    }),
    /** Whether the repository has the file of a link at its commit. */
    has: async (file: Uri, { commit }: EditorLink): Promise<boolean> =>
      commit !== undefined && (await textAtCommit(file, commit, log)) !== undefined,
    /** Shows the file of a link as it was, at the lines. */
    async show(file: Uri, link: EditorLink): Promise<void> {
      const version = await find(file, link);
      const { startLine, endLine } = link.lines[0] ?? { startLine: 1, endLine: 1 };
      // The lines of a cell are others than those of the file.
      const isWhole = link.cell === undefined;
      const selection = { selection: new Range(startLine - 1, 0, endLine - 1, Number.MAX_SAFE_INTEGER) };
      if (version !== undefined) await window.showTextDocument(version, { preview: false, ...(isWhole && selection) });
    },
    dispose: () => texts?.dispose(),
  };
}
