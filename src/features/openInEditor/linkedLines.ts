import { basename } from 'node:path';
import { l10n, type Uri } from 'vscode';
import { type EditorLink, linkRemotes } from '../../core/git/editorLink.ts';
import { gitApi } from '../../host/git/gitApi.ts';
import type { SharedLines } from '../../host/git/openLines.ts';
import { showPlainTextDiff } from '../../host/vscode/workspaceFiles.ts';

/** The lines of a link in a file, which can be compared with those of its commit. */
export function linkedLines(file: Uri, link: EditorLink): SharedLines {
  const { lines, commit, cell } = link;
  return {
    ...{ lines, commit, cell, remotes: linkRemotes(link) },
    async compare(selection) {
      const before = commit === undefined ? undefined : (await gitApi())?.toGitUri(file, commit);
      if (commit === undefined || before === undefined) return;
      const title = l10n.t('{0} ({1} ↔ Workspace)', basename(file.path), commit.slice(0, 10));
      await showPlainTextDiff(before, file, title, selection);
    },
  };
}
