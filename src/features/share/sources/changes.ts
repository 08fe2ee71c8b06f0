import { basename } from 'node:path';
import { l10n, Uri, window } from 'vscode';
import { EmptyShareError } from '../../../core/share/limits.ts';
import { type GitChange, type GitRepository, gitApi } from '../../../host/git/gitApi.ts';
import { blockDraft } from './blockDraft.ts';
import type { ShareSource } from './shareSource.ts';

/** What of a repository is shared: all changes of one kind, or those of some files. */
interface Changes {
  readonly repository: GitRepository;
  readonly files: readonly Uri[] | undefined;
}

/** `Status.UNTRACKED` of git.d.ts. */
const untracked = 7;

/** "Share Changes…": the working tree, or files of it, against the index, as `git diff` writes it. */
export const changesSource: ShareSource = (...args) => changesDraft(false, args);

/** "Share Staged Changes…": the index, or files of it, against the commit, as `git diff --cached` writes it. */
export const stagedChangesSource: ShareSource = (...args) => changesDraft(true, args);

async function changesDraft(isStaged: boolean, args: readonly unknown[]) {
  const changes = await pointedAt(args);
  if (changes === undefined) return undefined;
  const { repository, files } = changes;
  const patch = files === undefined ? await repository.diff(isStaged) : await patchOf(repository, files, isStaged);
  const left = isStaged ? [] : untrackedOf(repository, files);
  if (patch === '') throw new EmptyShareError(left.length > 0 ? 'only untracked files' : 'no changes');
  const [only] = files?.length === 1 ? files : [];
  const name = basename((only ?? repository.rootUri).path);
  return blockDraft({
    title: isStaged ? l10n.t('Share Staged Changes') : l10n.t('Share Changes'),
    name,
    message: {
      heading: [name, isStaged ? 'staged changes' : 'changes', branchOf(repository)],
      blocks: [{ text: patch, language: 'diff' }],
    },
    fileName: `${name}${isStaged ? '.staged' : ''}.patch`,
    warnings: [...leftWarning(left), ...patchWarnings(patch)],
  });
}

/** Rows of the Source Control view, one of its groups, one of its repositories, or the repository the user picks. */
async function pointedAt(args: readonly unknown[]): Promise<Changes | undefined> {
  const git = await gitApi();
  const given = args.filter((each) => typeof each === 'object' && each !== null) as readonly Readonly<
    Record<string, unknown>
  >[];
  const files = given.flatMap(({ resourceUri }) => (resourceUri instanceof Uri ? [resourceUri] : []));
  const group = given.flatMap(({ resourceStates }) => (Array.isArray(resourceStates) ? resourceStates : []));
  const root = [given[0]?.rootUri, files[0], group[0]?.resourceUri].find((uri) => uri instanceof Uri);
  const repository = root === undefined ? await pickRepository(git?.repositories ?? []) : git?.getRepository(root);
  if (!repository) return undefined;
  // Selected rows may be of several repositories; a patch is of one. Git hands out a new object each time.
  const isOwn = (uri: Uri) => git?.getRepository(uri)?.rootUri.toString() === repository.rootUri.toString();
  const own = files.filter(isOwn);
  return { repository, files: files.length > 0 ? own : undefined };
}

async function pickRepository(repositories: readonly GitRepository[]): Promise<GitRepository | undefined> {
  if (repositories.length === 0) {
    await window.showInformationMessage(l10n.t('No Git repository is open.'));
    return undefined;
  }
  if (repositories.length === 1) return repositories[0];
  const rows = repositories.map((repository) => ({
    label: basename(repository.rootUri.path),
    description: repository.rootUri.fsPath,
    repository,
  }));
  const placeHolder = l10n.t('Which repository?');
  return (await window.showQuickPick(rows, { placeHolder, ignoreFocusOut: true }))?.repository;
}

/** One after the other: Git writes one patch for each, and they stand together as one. */
async function patchOf(repository: GitRepository, files: readonly Uri[], isStaged: boolean): Promise<string> {
  let patch = '';
  for (const { fsPath } of files) {
    patch += isStaged ? await repository.diffIndexWithHEAD(fsPath) : await repository.diffWithHEAD(fsPath);
  }
  return patch;
}

function untrackedOf({ state }: GitRepository, files: readonly Uri[] | undefined): readonly GitChange[] {
  const all = [...state.workingTreeChanges, ...(state.untrackedChanges ?? [])];
  const paths = files?.map(({ fsPath }) => fsPath);
  return all.filter(({ status, uri }) => status === untracked && (paths?.includes(uri.fsPath) ?? true));
}

function branchOf({ state }: GitRepository): string {
  return state.HEAD?.name ?? state.HEAD?.commit?.slice(0, 10) ?? '';
}

function leftWarning(left: readonly GitChange[]): readonly string[] {
  if (left.length === 0) return [];
  const names = left.slice(0, 3).map(({ uri }) => basename(uri.path));
  const shown = left.length > names.length ? [...names, '…'] : names;
  return [l10n.t('{0} untracked files are not in the patch: {1}', left.length, shown.join(', '))];
}

function patchWarnings(patch: string): readonly string[] {
  const binary = l10n.t('The patch names binary files without their content.');
  const bytes = l10n.t('The patch holds bytes that are no UTF-8 text, and may not apply.');
  return [
    ...(/^Binary files .* differ\r?$/m.test(patch) ? [binary] : []),
    ...(patch.includes('\ufffd') ? [bytes] : []),
  ];
}
