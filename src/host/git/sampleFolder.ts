import { Uri } from 'vscode';
import { exists } from '../../platform/files/exists.ts';

/** The repository of Share a Sample, in the storage of the extension. */
export function sampleFolder(storage: Uri): Uri {
  return Uri.joinPath(storage, 'sample');
}

/** That repository, once it was created. VS Code's Git opens none outside the workspace. */
export async function sampleRepository(storage: Uri): Promise<Uri | undefined> {
  const folder = sampleFolder(storage);
  return (await exists(Uri.joinPath(folder, '.git').fsPath)) ? folder : undefined;
}
