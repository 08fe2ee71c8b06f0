import { basename } from 'node:path';
import { l10n, Uri } from 'vscode';
import type { Log } from '../../core/base/log.ts';
import type { EditorLink } from '../../core/git/editorLink.ts';
import { gitApi } from '../../host/git/gitApi.ts';
import { openLines } from '../../host/git/openLines.ts';
import { showPlainTextDiff } from '../../host/vscode/workspaceFiles.ts';

/** Opens a file, selects the lines of a link where they are now, and offers a comparison if they have changed. */
export async function showLines(path: string, { lines, commit }: EditorLink, log: Log): Promise<void> {
  const file = Uri.file(path);
  const shared = {
    ...{ lines, commit },
    async compare(selection: Parameters<typeof showPlainTextDiff>[3]) {
      const before = commit === undefined ? undefined : (await gitApi())?.toGitUri(file, commit);
      if (commit === undefined || before === undefined) return;
      const title = l10n.t('{0} ({1} ↔ Workspace)', basename(file.path), commit.slice(0, 10));
      await showPlainTextDiff(before, file, title, selection);
    },
  };
  await openLines(file, shared, log);
}
