import { isCommitId } from '../../core/git/permalink.ts';
import { type GitPlace, runGit } from './runGit.ts';

/** The full id of the commit of a revision. `undefined` for any other object and for an unknown revision. */
export async function resolveCommit(place: GitPlace, revision: string): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`];
  const output = await runGit(place, args, { outputName: 'commit', expected: [1, 128] });
  const commit = output.toString().trim();
  return isCommitId(commit) ? commit : undefined;
}
