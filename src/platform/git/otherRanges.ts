import { isCommitId } from '../../core/git/permalink.ts';
import { plainLog, resolveCommit } from './commits.ts';
import { type GitPlace, gitText } from './runGit.ts';

/** Two commits whose difference can be shared, by their full ids. */
export interface CommitRange {
  readonly from: string;
  readonly to: string;
  readonly fileCount: number;
}

/** What a branch has that the default branch of its remote does not have. */
export interface BranchRange extends CommitRange {
  /** The remote branch, for example "origin/main". Not trusted. */
  readonly base: string;
  readonly commitCount: number;
}

/** Changes that were put aside. */
export interface StashRange extends CommitRange {
  /** "WIP on main: 0123456 subject". Not trusted. */
  readonly subject: string;
  /** The commit of its new files, if it has some. */
  readonly untracked?: string;
}

const maxStashes = 3;

async function outputParts(place: GitPlace, args: readonly string[], end = '\0'): Promise<readonly string[]> {
  return (await gitText(place, args, { expected: [1, 128] })).split(end).slice(0, -1);
}

/**
 * From the commit where the branch has left the default branch. `undefined` where a shallow clone does not have it, and where
 * no file differs.
 */
export async function branchRange(place: GitPlace): Promise<BranchRange | undefined> {
  const names = ['HEAD', 'main', 'master'].map((name) => `refs/remotes/*/${name}`);
  const refs = await outputParts(place, ['for-each-ref', '--format=%(refname) %(symref)', ...names], '\n');
  const known = refs.map((line) => line.split(' ')).map(([name = '', target]) => ({ name, ref: target || name }));
  const wanted = ['origin/HEAD', '/HEAD', 'origin/main', '/main', 'origin/master', '/master'];
  const [{ ref } = {}] = wanted.flatMap((end) => known.find(({ name }) => name.endsWith(end)) ?? []);
  const to = ref && (await resolveCommit(place, 'HEAD'));
  if (ref === undefined || !to) return undefined;
  const [from = ''] = await outputParts(place, ['merge-base', to, ref], '\n');
  if (!isCommitId(from) || from === to) return undefined;
  const [commitCount] = await outputParts(place, ['rev-list', '--count', `${from}..${to}`], '\n');
  const fileCount = await countFiles(place, from, to);
  if (fileCount === 0) return undefined;
  return { base: ref.replace('refs/remotes/', ''), from, to, commitCount: Number(commitCount), fileCount };
}

/** The newest stashes in which a file differs, each from the commit on which it was made. */
export async function stashRanges(place: GitPlace): Promise<readonly StashRange[]> {
  const format = ['-z', `--max-count=${maxStashes}`, '--format=%H%x00%P%x00%gs'];
  const fields = await outputParts(place, ['log', '--walk-reflogs', ...plainLog, ...format, 'refs/stash', '--']);
  const stashes: StashRange[] = [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [to = '', parents = '', subject = ''] = fields.slice(at, at + 3);
    const [from = '', , untracked] = parents.split(' ');
    if (![to, from].every(isCommitId)) continue;
    const fileCount = (await countFiles(place, from, to)) + (untracked ? await countFiles(place, untracked) : 0);
    if (fileCount > 0) stashes.push({ from, to, subject, fileCount, ...(untracked && { untracked }) });
  }
  return stashes;
}

/** The number of files that differ between two commits, or of those in a commit without parents. */
async function countFiles(place: GitPlace, ...commits: readonly string[]): Promise<number> {
  const options = ['-r', '--root', '--no-commit-id', '--no-renames', '--ignore-submodules=dirty', '--name-only', '-z'];
  return (await outputParts(place, ['diff-tree', ...options, ...commits])).length;
}
