import { mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { codeServerFolders } from './codeServer.ts';
import { projectRoot } from './projectRoot.mjs';

/** An extension that opens a file with a selection, and the walkthrough beside it. */
export const tourExtension = path.join(projectRoot, 'test', 'support', 'tour');

/** Makes the checkout, as it is built now, or another folder an installed extension of a run. */
export async function linkCheckout(runFolder: string, folder = projectRoot): Promise<void> {
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const { extensions } = codeServerFolders(runFolder);
  await mkdir(extensions, { recursive: true });
  const name = `${manifest.publisher}.${manifest.name}-${manifest.version}`;
  await symlink(folder, path.join(extensions, name), 'junction');
}
