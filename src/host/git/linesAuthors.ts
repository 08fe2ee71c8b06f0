import type { Log } from '../../core/base/log.ts';
import { createLineMap, type LineMap, type LineRange } from '../../core/git/lineMap.ts';
import { authorsOf, type LinesAuthor } from '../../core/rooms/linesAuthor.ts';
import { relativePath } from '../../platform/files/relativePath.ts';
import { blameLines, ownIdentity } from '../../platform/git/blameLines.ts';
import { shallowCommits } from '../../platform/git/commits.ts';
import { cellOf } from '../vscode/cellOf.ts';
import { committedFileOf } from './committedFile.ts';
import { answerInTime, gitApi } from './gitApi.ts';
import type { DocumentText } from './repositoryLines.ts';

/** No step waits for it. The history of a file in a large repository takes long. */
const blameTimeoutMs = 10_000;

/**
 * The other people who wrote lines of an editor, by the commits of its repository. None for lines that are not committed,
 * without Git, in an untrusted workspace, for a cell of a notebook, and when git does not answer in time.
 * @param own the address of the user, besides what Git writes into commits
 */
export async function linesAuthors(
  { document, text }: DocumentText,
  ranges: readonly LineRange[],
  { own, log }: { readonly own: () => Promise<string | undefined>; readonly log: Log },
): Promise<readonly LinesAuthor[]> {
  const lookUp = async (): Promise<readonly LinesAuthor[]> => {
    const git = cellOf(document) === undefined ? await gitApi() : undefined;
    const found = git && (await committedFileOf(git, document.uri));
    if (git === undefined || found === undefined) return [];
    const rootFolder = found.repository.rootUri.fsPath;
    const place = { gitPath: git.git.path, rootFolder, isOffline: true };
    const { commit, file, repository } = found;
    const lines = committedLines(ranges, createLineMap(text, await repository.show(commit, file.fsPath)));
    // Git would take no lines for all of them.
    if (lines.length === 0) return [];
    const request = { path: relativePath(rootFolder, file.fsPath), lines, commit };
    const signal = AbortSignal.timeout(blameTimeoutMs);
    const [blamed, identity, ends] = await Promise.all([
      blameLines({ ...place, signal }, request),
      ownIdentity(place),
      shallowCommits(place),
    ]);
    return authorsOf(blamed, {
      own: [(await own()) ?? '', ...identity].filter(Boolean),
      // A shallow clone has all older lines in the commit at its end.
      isUnknown: (commit) => ends.has(commit),
      ofCount: ranges.reduce((sum, { startLine, endLine }) => sum + endLine - startLine + 1, 0),
    });
  };
  return (await answerInTime(lookUp, log, blameTimeoutMs)) ?? [];
}

/** A selection of more lines has no few authors. */
const maxLines = 5_000;

/** Where a commit has the lines of an editor that it has, in runs. */
function committedLines(ranges: readonly LineRange[], map: LineMap): readonly LineRange[] {
  const runs: { startLine: number; endLine: number }[] = [];
  for (const { startLine, endLine } of ranges) {
    for (let line = startLine; line <= Math.min(endLine, startLine + maxLines); line += 1) {
      const at = map.unchanged({ startLine: line, endLine: line })?.startLine;
      const last = runs.at(-1);
      if (at !== undefined && last?.endLine === at - 1) last.endLine = at;
      else if (at !== undefined) runs.push({ startLine: at, endLine: at });
    }
  }
  return runs;
}
