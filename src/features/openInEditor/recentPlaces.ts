import path from 'node:path';
import { commands, Uri } from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { fieldsOf } from '../../core/base/json.ts';
import { isShare, readSmallFile } from '../../platform/files/gitFolderOf.ts';
import { inTime } from '../../platform/git/inTime.ts';
import { parseJsoncObject } from './model/parseJsoncObject.ts';

/** A folder or a workspace file that VS Code can open. */
export interface RecentPlace {
  readonly uri: Uri;
  /** The folder, or those of the workspace file, on this computer. */
  readonly folders: readonly string[];
}

const maxPlaces = 100;

/**
 * The folders and workspaces of "File: Open Recent", the latest first, as far as they are on the computer of the extension.
 * The command is internal to VS Code: its answer is checked, and without it nothing is known.
 */
export async function recentPlaces(
  clock: Pick<Clock, 'startTimer'>,
  ask: () => Thenable<unknown> = () => commands.executeCommand('_workbench.getRecentlyOpened'),
): Promise<readonly RecentPlace[]> {
  const answer = await ask().then(undefined, () => undefined);
  const { workspaces } = fieldsOf(answer);
  if (!Array.isArray(workspaces)) return [];
  const places = workspaces.slice(0, maxPlaces).map(async (each: unknown): Promise<readonly RecentPlace[]> => {
    const { folderUri, workspace } = fieldsOf(each);
    if (isFile(folderUri)) return [{ uri: folderUri, folders: [folderUri.fsPath] }];
    const { configPath } = fieldsOf(workspace);
    return isFile(configPath)
      ? [{ uri: configPath, folders: await inTime(clock, workspaceFolders(configPath.fsPath)) }]
      : [];
  });
  return (await Promise.all(places)).flat();
}

function isFile(value: unknown): value is Uri {
  return value instanceof Uri && value.scheme === 'file';
}

/** The folders that a `.code-workspace` file names. Empty for a file that cannot be read. */
async function workspaceFolders(file: string): Promise<readonly string[]> {
  const text = await readSmallFile(file).catch(() => undefined);
  const { folders } = parseJsoncObject(text ?? '') ?? {};
  if (!Array.isArray(folders)) return [];
  const named = folders.flatMap((folder: unknown) => {
    const { path: relative, uri } = fieldsOf(folder);
    if (typeof relative === 'string') return path.resolve(path.dirname(file), relative);
    const parsed = typeof uri === 'string' && uri.startsWith('file:///') ? Uri.parse(uri) : undefined;
    return parsed === undefined ? [] : parsed.fsPath;
  });
  // A file on this computer must not lead to a server.
  return named.filter((folder) => !isShare(folder) || isShare(file));
}
