import { basename } from 'node:path';
import { l10n, Uri, window, workspace } from 'vscode';
import { displayTitle } from '../../../../core/base/text/displayText.ts';
import { type Compared, gitDiff } from '../../../../host/git/diff.ts';
import { type GitApi, type GitRepository, gitApi } from '../../../../host/git/gitApi.ts';
import { withLateProgress } from '../../../../host/ui/cancellableProgress.ts';
import { relativePath } from '../../../../platform/files/relativePath.ts';
import type { Shareable } from '../../shareable.ts';
import { type ShareSource, shareableBlocks, showNothingToShare } from '../shareSource.ts';

interface Changes {
  readonly gitPath: string;
  readonly repository: GitRepository;
  /** Changed tracked files; `undefined` for all. */
  readonly tracked: readonly Uri[] | undefined;
  readonly untracked: readonly Uri[];
  /** Number of selected rows of other repositories: a patch belongs to one. */
  readonly foreignCount: number;
}

// `Status` of git.d.ts.
const untrackedStatus = 7;
/** In the index, and with the intent to add. */
const renamedStatuses: readonly number[] = [3, 10];

/**
 * "Share Changes to Room…": the diff of the working tree, or of some files, against the index, as `git diff` prints it, and new
 * files.
 */
export const changesSource: ShareSource = (args) => shareSelected('unstaged', args);

/**
 * "Share Staged Changes to Room…": the diff of the index, or of some files, against the commit, as `git diff --cached` prints
 * it.
 */
export const stagedChangesSource: ShareSource = (args) => shareSelected('staged', args);

async function shareSelected(compared: Compared, args: readonly unknown[]): Promise<Shareable | undefined> {
  const changes = await changesToShare(compared, args);
  return changes && shareableChanges(compared, changes);
}

async function shareableChanges(compared: Compared, changes: Changes): Promise<Shareable | undefined> {
  const { repository, gitPath, tracked, untracked, foreignCount } = changes;
  const rootFolder = repository.rootUri.fsPath;
  const inRoot = ({ fsPath }: Uri): string => relativePath(rootFolder, fsPath);
  const paths = tracked && { paths: [...tracked, ...oldNames(repository, compared, tracked)].map(inRoot) };
  const renameSimilarity = similarityOf(repository);
  const facts = { gitPath, rootFolder, compared, renameSimilarity, untracked: untracked.map(inRoot) };
  const reading = l10n.t('Reading “{0}”', displayTitle(basename(repository.rootUri.path)));
  // A process of git for each new file takes long with many of them.
  const work = (signal: AbortSignal) => gitDiff({ ...facts, ...paths, signal });
  const { patch, unread } = await withLateProgress(reading, work);
  if (patch === '') return showNoChanges(repository, compared, tracked);
  const [only, ...others] = [...(tracked ?? []), ...untracked];
  const name = basename((tracked !== undefined && others.length === 0 && only ? only : repository.rootUri).path);
  const isStaged = compared === 'staged';
  const patchName = `${name}${isStaged ? '.staged' : ''}.patch`;
  const shareable = shareableBlocks({
    name: patchName,
    heading: [name, isStaged ? 'staged changes' : 'changes', branchOf(repository)],
    blocks: [{ text: patch, language: 'diff' }],
    fileName: patchName,
    warnings: [
      ...newFilesWarning(facts.untracked.filter((path) => !unread.includes(path))),
      ...unread.map((path) =>
        l10n.t('Not in the patch, because Git does not read it as a file: {0}', displayTitle(path)),
      ),
      ...foreignWarning(foreignCount),
      ...patchWarnings(patch),
    ],
  });
  const stagedCount = compared === 'unstaged' ? stagedOf(repository, tracked).length : 0;
  if (stagedCount === 0) return shareable;
  const label =
    stagedCount === 1 ? l10n.t('Include 1 Staged Change') : l10n.t('Include {0} Staged Changes', stagedCount);
  return { ...shareable, wider: { label, open: () => shareableChanges('all', changes) } };
}

/** The staged changes of these files, which the changes that are not staged leave out. */
function stagedOf({ state }: GitRepository, files: readonly Uri[] | undefined): readonly unknown[] {
  // Without a commit, Git has nothing to compare both with.
  if (state.HEAD?.commit === undefined) return [];
  const chosen = files && new Set(files.map(({ fsPath }) => fsPath));
  return state.indexChanges.filter(({ uri }) => chosen === undefined || chosen.has(uri.fsPath));
}

function showNoChanges(repository: GitRepository, compared: Compared, files: readonly Uri[] | undefined) {
  const [only, ...others] = files ?? [];
  const place = displayTitle(basename((only && others.length === 0 ? only : repository.rootUri).path));
  const notice =
    compared === 'staged'
      ? l10n.t('{0} has no staged changes to share.', place)
      : l10n.t('{0} has no changes to share.', place);
  return showNothingToShare(notice);
}

/**
 * The changes of the selected rows, group or repository of the Source Control view, else of a repository that the user
 * picks.
 */
async function changesToShare(compared: Compared, args: readonly unknown[]): Promise<Changes | undefined> {
  const git = await gitApi();
  const given = args.filter((each) => typeof each === 'object' && each !== null) as readonly Readonly<
    Record<string, unknown>
  >[];
  const files = given.flatMap(({ resourceUri }) => (resourceUri instanceof Uri ? [resourceUri] : []));
  const group = given.flatMap(({ resourceStates }) => (Array.isArray(resourceStates) ? resourceStates : []));
  const root = [given[0]?.rootUri, files[0], group[0]?.resourceUri].find((uri) => uri instanceof Uri);
  const repositoryAt = (uri: Uri) => (uri === given[0]?.rootUri ? git?.getRepository(uri) : git && listing(git, uri));
  const repository = root === undefined ? await pickRepository(git?.repositories ?? []) : repositoryAt(root);
  if (!repository || git === undefined) return root === undefined ? undefined : showNoRepository();
  // The Git extension returns a new object each time.
  const isOwn = (uri: Uri) => listing(git, uri)?.rootUri.toString() === repository.rootUri.toString();
  const own = files.filter(isOwn);
  const chosen = files.length > 0 ? own : given.some(({ id }) => id === 'untracked') ? [] : undefined;
  const allNew = compared === 'staged' ? [] : untrackedOf(repository);
  const isChosenNew = ({ fsPath }: Uri) => own.some((each) => each.fsPath === fsPath);
  const untracked = files.length > 0 ? allNew.filter(isChosenNew) : allNew;
  const tracked = chosen?.filter(({ fsPath }) => !allNew.some((each) => each.fsPath === fsPath));
  return { gitPath: git.git.path, repository, tracked, untracked, foreignCount: files.length - own.length };
}

/** The repository that lists a change. The folder of a nested repository, as of a submodule, is a change of the outer one. */
function listing(git: GitApi, uri: Uri): GitRepository | null {
  const inner = git.getRepository(uri);
  const isRoot = inner !== null && relativePath(inner.rootUri.fsPath, uri.fsPath) === '';
  return isRoot ? git.getRepository(Uri.joinPath(uri, '..')) : inner;
}

function showNoRepository(): Promise<undefined> {
  return showNothingToShare(l10n.t('No Git repository is open.'));
}

async function pickRepository(repositories: readonly GitRepository[]): Promise<GitRepository | undefined> {
  if (repositories.length === 0) return showNoRepository();
  if (repositories.length < 2) return repositories[0];
  const rows = repositories.map((repository) => ({
    label: basename(repository.rootUri.path),
    description: repository.rootUri.fsPath,
    repository,
  }));
  const placeHolder = l10n.t('Select a repository');
  return (await window.showQuickPick(rows, { placeHolder, ignoreFocusOut: true }))?.repository;
}

function untrackedOf({ state }: GitRepository): readonly Uri[] {
  const all = [...state.workingTreeChanges, ...(state.untrackedChanges ?? [])];
  return all.filter(({ status }) => status === untrackedStatus).map(({ uri }) => uri);
}

/** The old names of the renamed files: without them, Git takes a renamed file for a new one. */
function oldNames({ state }: GitRepository, compared: Compared, files: readonly Uri[]): readonly Uri[] {
  const changes = [
    ...(compared === 'unstaged' ? [] : state.indexChanges),
    ...(compared === 'staged' ? [] : state.workingTreeChanges),
  ];
  const chosen = new Set(files.map(({ fsPath }) => fsPath));
  return changes
    .filter(({ status, uri }) => renamedStatuses.includes(status) && chosen.has(uri.fsPath))
    .map(({ originalUri }) => originalUri);
}

/** The setting by which VS Code shows a file as renamed. */
function similarityOf({ rootUri }: GitRepository): number {
  return workspace.getConfiguration('git', rootUri).get('similarityThreshold', 50);
}

function branchOf({ state }: GitRepository): string {
  return state.HEAD?.name ?? state.HEAD?.commit?.slice(0, 10) ?? '';
}

/** A warning names new files with their folders: other people have not seen them before. */
function newFilesWarning(untracked: readonly string[]): readonly string[] {
  if (untracked.length === 0) return [];
  const names = untracked.slice(0, 3).map((path) => displayTitle(path));
  const shown = (untracked.length > names.length ? [...names, '…'] : names).join(', ');
  return untracked.length === 1
    ? [l10n.t('The patch includes a new file: {0}', shown)]
    : [l10n.t('The patch includes {0} new files: {1}', untracked.length, shown)];
}

function foreignWarning(count: number): readonly string[] {
  if (count === 0) return [];
  return count === 1
    ? [l10n.t('1 selected file belongs to another repository and is not in the patch.')]
    : [l10n.t('{0} selected files belong to another repository and are not in the patch.', count)];
}

/** Warnings about what a patch leaves out. */
export function patchWarnings(patch: string): readonly string[] {
  const binary = l10n.t('The patch lists binary files without their content.');
  const bytes = l10n.t('The patch contains text that is not UTF-8 and may not apply.');
  return [
    ...(/^Binary files .* differ\r?$/m.test(patch) ? [binary] : []),
    ...(patch.includes('\ufffd') ? [bytes] : []),
  ];
}
