import type { Uri } from 'vscode';
import type { Log } from '../../core/base/log.ts';
import { textAtCommit } from '../../host/git/repositoryOf.ts';

/** Messages decide how many there are, and each costs processes. */
const maxCommits = 8;

/** The texts of a file at some of the commits that messages state, by commit, as far as they are on this disk. */
export async function committedTexts(
  file: Uri,
  commits: readonly string[],
  log: Log,
): Promise<ReadonlyMap<string, string>> {
  const texts = [...new Set(commits)].slice(0, maxCommits).map(async (commit) => {
    const text = await textAtCommit(file, commit, log, false);
    return text === undefined ? [] : [[commit, text] as const];
  });
  return new Map((await Promise.all(texts)).flat());
}
