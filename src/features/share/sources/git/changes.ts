import { basename } from 'node:path';
import { l10n, Uri, workspace } from 'vscode';
import { fieldsOf } from '../../../../core/base/json.ts';
import { displayTitle } from '../../../../core/base/text/displayText.ts';
import { type GitApi, type GitRepository, gitApi, isGitIgnored } from '../../../../host/git/gitApi.ts';
import { namesText } from '../../../../host/git/leftOutText.ts';
import { showNoGit } from '../../../../host/git/showNoGit.ts';
import { withLateProgress } from '../../../../host/ui/cancellableProgress.ts';
import { pickRow } from '../../../../host/ui/steps/pickRow.ts';
import type { StepLists } from '../../../../host/ui/steps/stepLists.ts';
import { unsavedFiles } from '../../../../host/vscode/unsavedVersion.ts';
import { relativePath } from '../../../../platform/files/relativePath.ts';
import { type Compared, gitDiff, type RepositoryDiff } from '../../../../platform/git/diff.ts';
import type { AlternativeShare, Shareable } from '../../shareable.ts';
import { type ShareSource, type SourcePorts, showNothingToShare } from '../shareSource.ts';
import { otherChanges } from './otherChanges.ts';
import { shareablePatch } from './shareablePatch.ts';

interface Changes {
  readonly gitPath: string;
  readonly repository: GitRepository;
  /** All changes, those of new or of other files alone, or those of the selected rows. */
  readonly chosen: 'all' | 'untracked' | 'tracked' | readonly Uri[];
  /** Number of selected rows of other repositories: a patch belongs to one. */
  readonly foreignCount: number;
  readonly lists: StepLists | undefined;
  isOwn(uri: Uri): boolean;
}

/**
 * "Share Changes to Room…": the diff of the working tree, or of some files, against the index, as `git diff` prints it, and new
 * files.
 */
export const changesSource: ShareSource = (args, ports) => shareSelected('unstaged', args, ports);

/**
 * "Share Staged Changes to Room…": the diff of the index, or of some files, against the commit, as `git diff --cached` prints
 * it.
 */
export const stagedChangesSource: ShareSource = (args, ports) => shareSelected('staged', args, ports);

async function shareSelected(
  compared: Compared,
  args: readonly unknown[],
  { log, lists }: Pick<SourcePorts, 'log' | 'lists'>,
): Promise<Shareable | undefined> {
  const changes = await changesToShare(args, lists);
  if (changes === undefined) return undefined;
  const isWhole = compared === 'unstaged' && (changes.chosen === 'all' || changes.chosen === 'tracked');
  return shareableChanges(compared, changes, isWhole ? otherChanges({ ...changes, log }) : Promise.resolve([]));
}

async function shareableChanges(
  compared: Compared,
  changes: Changes,
  alternatives: Promise<readonly AlternativeShare[]>,
): Promise<Shareable | undefined> {
  const { repository, gitPath, chosen, foreignCount, lists } = changes;
  const rootFolder = repository.rootUri.fsPath;
  // By this setting VS Code shows a file as renamed.
  const renameSimilarity = workspace.getConfiguration('git', repository.rootUri).get('similarityThreshold', 50);
  const request = {
    gitPath,
    rootFolder,
    compared,
    renameSimilarity,
    chosen: typeof chosen === 'string' ? chosen : chosen.map(({ fsPath }) => relativePath(rootFolder, fsPath)),
  };
  const reading = l10n.t('Reading “{0}”', displayTitle(basename(repository.rootUri.path)));
  // Git takes long in a large repository.
  const diff = await withLateProgress(reading, (signal) => gitDiff({ ...request, signal }));
  const { patch, staged } = diff;
  const [only, ...others] = typeof chosen === 'string' ? [] : chosen;
  const name = basename((only && others.length === 0 ? only : repository.rootUri).path);
  const missing = [
    ...missingWarnings(compared, diff),
    ...(compared === 'staged' ? [] : await unsavedWarning(changes, diff)),
  ];
  if (patch === '') return pickOther(noChangesText(name, compared, missing), await alternatives, lists);
  const isStaged = compared === 'staged';
  const patchName = `${name}${isStaged ? '.staged' : ''}.patch`;
  const { HEAD } = repository.state;
  const branch = HEAD?.name ?? HEAD?.commit?.slice(0, 10) ?? '';
  const shareable = shareablePatch(patch, {
    name: patchName,
    heading: [name, isStaged ? 'staged changes' : 'changes', branch],
    fileName: patchName,
    warnings: [...newFilesWarning(diff.untracked), ...missing, ...foreignWarning(foreignCount)],
  });
  if (staged.length === 0) return { ...shareable, alternatives: await alternatives };
  const label =
    staged.length === 1 ? l10n.t('Include 1 Staged Change') : l10n.t('Include {0} Staged Changes', staged.length);
  const all = { label, isLeftOut: true, open: () => shareableChanges('all', changes, alternatives) } as const;
  return { ...shareable, alternatives: [all, ...(await alternatives)] };
}

/** Says that there are no changes, or offers what else there is. */
async function pickOther(placeholder: string, others: readonly AlternativeShare[], lists?: StepLists) {
  if (others.length === 0) return showNothingToShare(placeholder);
  return (await pickRow(others, { placeholder }, lists))?.open();
}

function noChangesText(name: string, compared: Compared, missing: readonly string[]): string {
  const place = displayTitle(name);
  const notice =
    compared === 'staged'
      ? l10n.t('{0} has no staged changes to share.', place)
      : l10n.t('{0} has no changes to share.', place);
  return [notice, ...missing].join(' ');
}

/** What git lists as changed and has no patch of, or another one. */
function missingWarnings(compared: Compared, { unread, unmerged }: RepositoryDiff): readonly string[] {
  const names = namesText(unmerged);
  const conflicts =
    compared === 'staged'
      ? l10n.t('Not in the patch, because it has conflicts: {0}', names)
      : l10n.t('Compared with the last commit, because it has conflicts: {0}', names);
  return [
    ...unread.map((path) => l10n.t("Not in the patch, because Git doesn't read it as a file: {0}", displayTitle(path))),
    ...(unmerged.length > 0 ? [conflicts] : []),
  ];
}

/**
 * The changes of the selected rows, group or repository of the Source Control view, else of a repository that the user
 * picks.
 */
async function changesToShare(args: readonly unknown[], lists?: StepLists): Promise<Changes | undefined> {
  const git = await gitApi();
  const given = args.filter((each) => typeof each === 'object' && each !== null).map((each) => fieldsOf(each));
  const files = given.flatMap(({ resourceUri }) => (resourceUri instanceof Uri ? [resourceUri] : []));
  const group = given.flatMap(({ resourceStates }) => (Array.isArray(resourceStates) ? resourceStates : []));
  const root = [given[0]?.rootUri, files[0], group[0]?.resourceUri].find((uri) => uri instanceof Uri);
  const repositoryAt = (uri: Uri) => (uri === given[0]?.rootUri ? git?.getRepository(uri) : git && listing(git, uri));
  const repository = root === undefined ? await pickRepository(git?.repositories ?? [], lists) : repositoryAt(root);
  if (!repository || git === undefined) return root === undefined ? undefined : showNoRepository();
  // The Git extension returns a new object each time.
  const isOwn = (uri: Uri) => listing(git, uri)?.rootUri.toString() === repository.rootUri.toString();
  const own = files.filter(isOwn);
  const whole = given.some(({ id }) => id === 'untracked') ? 'untracked' : wholeOf(repository);
  const chosen = files.length > 0 ? own : whole;
  return { gitPath: git.git.path, repository, chosen, foreignCount: files.length - own.length, lists, isOwn };
}

/** The repository that lists a change. The folder of a nested repository, as of a submodule, is a change of the outer one. */
function listing(git: GitApi, uri: Uri): GitRepository | null {
  const inner = git.getRepository(uri);
  const isRoot = inner !== null && relativePath(inner.rootUri.fsPath, uri.fsPath) === '';
  return isRoot ? git.getRepository(Uri.joinPath(uri, '..')) : inner;
}

function showNoRepository(): Promise<undefined> {
  return showNoGit(l10n.t('No Git repository is open.'));
}

async function pickRepository(repositories: readonly GitRepository[], lists?: StepLists) {
  if (repositories.length === 0) return showNoRepository();
  if (repositories.length === 1) return repositories[0];
  const rows = repositories.map((repository) => {
    const { path, fsPath } = repository.rootUri;
    return { label: basename(path), description: fsPath, repository };
  });
  return (await pickRow(rows, { placeholder: l10n.t('Select a repository') }, lists))?.repository;
}

/** Without the new files if VS Code does not show them: the user has not seen that they are there. */
function wholeOf({ rootUri }: GitRepository): 'all' | 'tracked' {
  return workspace.getConfiguration('git', rootUri).get('untrackedChanges') === 'hidden' ? 'tracked' : 'all';
}

/** A warning names new files with their folders: other people have not seen them before. */
function newFilesWarning(untracked: readonly string[]): readonly string[] {
  if (untracked.length === 0) return [];
  const shown = namesText(untracked);
  return untracked.length === 1
    ? [l10n.t('The patch includes a new file: {0}', shown)]
    : [l10n.t('The patch includes {0} new files: {1}', untracked.length, shown)];
}

/** Git reads the files on disk. */
async function unsavedWarning(changes: Changes, { untracked }: RepositoryDiff): Promise<readonly string[]> {
  const { repository, chosen, isOwn } = changes;
  const pathOf = ({ fsPath }: Uri) => relativePath(repository.rootUri.fsPath, fsPath);
  const named = typeof chosen === 'string' ? undefined : chosen.map(pathOf);
  const paths = chosen === 'untracked' ? untracked : named;
  const unsaved = unsavedFiles().filter((uri) => isOwn(uri) && paths?.includes(pathOf(uri)) !== false);
  const ignored = await Promise.all(unsaved.map(({ fsPath }) => isGitIgnored(fsPath)));
  const names = unsaved.filter((_, index) => ignored[index] !== true).map(pathOf);
  return names.length === 0 ? [] : [l10n.t('Without the unsaved changes in {0}', namesText(names))];
}

function foreignWarning(count: number): readonly string[] {
  if (count === 0) return [];
  return count === 1
    ? [l10n.t("1 selected file belongs to another repository and isn't in the patch.")]
    : [l10n.t("{0} selected files belong to another repository and aren't in the patch.", count)];
}
