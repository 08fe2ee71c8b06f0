import { type TextDocument, Uri, workspace } from 'vscode';
import { statFile } from '../../platform/files/localFile.ts';
import { isWithin } from '../../platform/files/relativePath.ts';

/**
 * Opens the file that a program names. @param path absolute
 * @throws {NotRegularFileError} for a pipe or a device, which would be read without an end
 * @throws what reading it throws
 */
export async function openNamedFile(path: string): Promise<TextDocument> {
  await statFile(path);
  return workspace.openTextDocument(Uri.file(path));
}

/**
 * Whether a look at a path connects to another computer, which gets the name of the user from Windows. Folders that are open
 * do not count.
 */
export function isOnOtherComputer(path: string, platform: NodeJS.Platform = process.platform): boolean {
  const folders = workspace.workspaceFolders ?? [];
  return platform === 'win32' && /^[\\/]{2}/.test(path) && !folders.some(({ uri }) => isWithin(path, uri.fsPath));
}
