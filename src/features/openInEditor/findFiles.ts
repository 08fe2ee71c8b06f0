import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { commands, Uri, workspace } from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { fieldsOf } from '../../core/base/json.ts';
import { codeOf } from '../../core/base/storage/systemError.ts';
import { type EditorLink, isGitFolderName } from '../../core/git/editorLink.ts';
import { repositoryIdentity } from '../../core/git/remoteUrl.ts';
import { gitApi } from '../../host/git/gitApi.ts';
import { readFolderRemotes } from '../../platform/files/folderRemotes.ts';
import { isWithin, relativePath } from '../../platform/files/relativePath.ts';

/** The file of a link in a clone of its repository. */
export interface LinkedFile {
  /** The root of the clone. */
  readonly folder: string;
  readonly file: string;
  /** `outside`: symbolic links lead out of the clone or of the open folders, or into the folder of git. */
  readonly state: 'found' | 'missing' | 'outside';
}

const maxRecentFolders = 100;

/** A folder on a network drive that is gone answers after minutes. */
const folderLimitMs = 1000;

/** Finds the file in each open clone of the repository. */
export async function findLinkedFiles(
  { remote, path: relative }: EditorLink,
  clock: Clock,
): Promise<readonly LinkedFile[]> {
  const open = (workspace.workspaceFolders ?? []).flatMap(({ uri }) => (uri.scheme === 'file' ? uri.fsPath : []));
  // The paths of the workspace come first, because users know them.
  const folders = new Set<string>();
  for (const folder of open) if ((await remotesInTime(folder, clock)).includes(remote)) folders.add(folder);
  for (const folder of await openRepositories(remote)) folders.add(folder);
  return filesIn([...folders], relative, open);
}

/** The file in each clone, once if symbolic links lead to the same file. @param open the open folders */
export async function filesIn(
  folders: readonly string[],
  relative: string,
  open: readonly string[],
): Promise<readonly LinkedFile[]> {
  const files = new Map<string, LinkedFile>();
  for (const folder of folders) {
    const file = path.join(folder, ...relative.split('/'));
    const { state, real } = await resolveFile(file, folder, open);
    if (!files.has(real)) files.set(real, { folder, file, state });
  }
  return [...files.values()];
}

/** The recently opened folders that are clones of the repository. */
export async function recentClones(
  remote: string,
  folders: readonly Uri[],
  clock: Clock,
  read?: typeof readFolderRemotes,
): Promise<readonly string[]> {
  const paths = folders.filter(({ scheme }) => scheme === 'file').map(({ fsPath }) => fsPath);
  const checked = paths.slice(0, maxRecentFolders).map(async (folder) => {
    return (await remotesInTime(folder, clock, read)).includes(remote) ? [folder] : [];
  });
  return (await Promise.all(checked)).flat();
}

async function remotesInTime(folder: string, clock: Clock, read = readFolderRemotes): Promise<readonly string[]> {
  const limit = Promise.withResolvers<readonly string[]>();
  const timer = clock.startTimer(folderLimitMs, () => limit.resolve([]));
  try {
    return await Promise.race([read(folder), limit.promise]);
  } finally {
    timer.dispose();
  }
}

/**
 * The folders of "File: Open Recent", the latest first. The command is internal to VS Code: its answer is checked, and
 * without it no folder is known.
 */
export async function recentFolders(
  ask: () => Thenable<unknown> = () => commands.executeCommand('_workbench.getRecentlyOpened'),
): Promise<readonly Uri[]> {
  const answer = await ask().then(undefined, () => undefined);
  const { workspaces } = fieldsOf(answer);
  if (!Array.isArray(workspaces)) return [];
  return workspaces.flatMap((each: { readonly folderUri?: unknown } | null) => {
    const uri = each?.folderUri;
    return uri instanceof Uri ? [uri] : [];
  });
}

/** The roots of repositories of this window, also below and above its folders. */
async function openRepositories(remote: string): Promise<readonly string[]> {
  const repositories = (await gitApi())?.repositories ?? [];
  const matching = repositories.filter(({ state }) =>
    state.remotes.some(({ fetchUrl, pushUrl }) =>
      [fetchUrl, pushUrl].some((url) => url !== undefined && repositoryIdentity(url) === remote),
    ),
  );
  return matching.map(({ rootUri }) => rootUri.fsPath);
}

interface ResolvedFile extends Pick<LinkedFile, 'state'> {
  /** The path without links, or the given one of a missing file. */
  readonly real: string;
}

async function resolveFile(file: string, folder: string, open: readonly string[]): Promise<ResolvedFile> {
  try {
    const real = await realpath(file);
    const opened = await Promise.all(open.map((each) => realpath(each)));
    const root = await realpath(folder);
    const isInside =
      isWithin(real, root) &&
      opened.some((each) => isWithin(real, each)) &&
      !relativePath(root, real).split('/').some(isGitFolderName);
    if (!isInside) return { state: 'outside', real };
    return { state: (await stat(real)).isFile() ? 'found' : 'missing', real };
  } catch (error) {
    // ENOTDIR: a part of the path is a file.
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EINVAL'].includes(codeOf(error)))
      return { state: 'missing', real: file };
    throw error;
  }
}
