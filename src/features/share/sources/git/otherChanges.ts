import { basename } from 'node:path';
import { l10n } from 'vscode';
import type { Log } from '../../../../core/base/log.ts';
import { displayTitle } from '../../../../core/base/text/displayText.ts';
import { shortCommit } from '../../../../core/snippet/snippetHeader.ts';
import { answerInTime, type GitRepository } from '../../../../host/git/gitApi.ts';
import { commitPage } from '../../../../host/git/remotePages.ts';
import { fileCountText } from '../../../../host/vscode/formats.ts';
import { commitPatch, rangePatch } from '../../../../platform/git/commits.ts';
import { type BranchRange, branchRange, type StashRange, stashRanges } from '../../../../platform/git/otherRanges.ts';
import type { GitPlace } from '../../../../platform/git/runGit.ts';
import type { AlternativeShare, Shareable } from '../../shareable.ts';
import type { BlockFacts } from '../shareSource.ts';
import { shareablePatch } from './shareablePatch.ts';

interface ChangesPlace {
  readonly gitPath: string;
  readonly repository: GitRepository;
  readonly log: Log;
}

/**
 * What else of a repository can be shared as changes: the commits since the default branch, and the newest stashes. Counted
 * offline; none where git does not answer in time.
 */
export async function otherChanges(of: ChangesPlace): Promise<readonly AlternativeShare[]> {
  const place = placeOf(of);
  const offline = { ...place, isOffline: true };
  const [branch, stashes] = await Promise.all([
    answerInTime(() => branchRange(offline), of.log),
    answerInTime(() => stashRanges(offline), of.log),
  ]);
  return [
    ...(branch ? [{ label: branchLabel(branch), open: () => branchShare(of, branch) }] : []),
    ...(stashes ?? []).map((stash) => ({ label: stashLabel(stash), open: () => stashShare(of, stash) })),
  ];
}

const placeOf = ({ gitPath, repository }: ChangesPlace): GitPlace => ({
  gitPath,
  rootFolder: repository.rootUri.fsPath,
});

function branchLabel({ base, commitCount, fileCount }: BranchRange): string {
  const commits = commitCount === 1 ? l10n.t('1 commit') : l10n.t('{0} commits', commitCount);
  return l10n.t({
    message: 'Changes Since {0} ({1}, {2})',
    args: [displayTitle(base), commits, fileCountText(fileCount)],
    comment: '{0}: a branch, {1}: a number of commits, {2}: a number of files',
  });
}

function stashLabel({ subject, fileCount }: StashRange): string {
  return l10n.t({
    message: 'Stash: {0} ({1})',
    args: [displayTitle(subject), fileCountText(fileCount)],
    comment: 'Noun, of Git. {0}: its message, {1}: a number of files',
  });
}

async function branchShare(of: ChangesPlace, { base, from, to }: BranchRange): Promise<Shareable> {
  const { HEAD } = of.repository.state;
  const ends = `${HEAD?.name ?? shortCommit(to)} since ${base}`;
  const patch = await rangePatch(placeOf(of), from, to);
  const heading = [displayTitle(ends), await commitPart(of, to), await commitPart(of, from, 'since ')];
  return shareableRange(of, patch, 'branch', heading);
}

async function stashShare(of: ChangesPlace, { from, to, subject, untracked }: StashRange): Promise<Shareable> {
  const place = placeOf(of);
  const added = untracked === undefined ? '' : await commitPatch(place, untracked);
  const patch = `${await rangePatch(place, from, to)}${added}`;
  const heading = [displayTitle(`stash: ${subject}`), await commitPart(of, from, 'on ')];
  return shareableRange(of, patch, 'stash', heading);
}

/** A commit, with the page that shows it where it was pushed. */
export async function commitPart({ repository, log }: Omit<ChangesPlace, 'gitPath'>, commit: string, before = '') {
  const label = `${before}commit ${shortCommit(commit)}`;
  const url = await answerInTime(() => commitPage(repository, commit), log);
  return url === undefined ? label : { label, url };
}

/** @param ends in English */
function shareableRange(
  { repository }: ChangesPlace,
  patch: string,
  part: 'branch' | 'stash',
  ends: BlockFacts['heading'],
): Shareable {
  const name = basename(repository.rootUri.path);
  const patchName = `${name}.${part}.patch`;
  return shareablePatch(patch, { name: patchName, heading: [name, 'changes', ...ends], fileName: patchName });
}
