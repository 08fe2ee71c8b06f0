import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { codeServerFolders } from './codeServer.ts';
import { installCodeServer } from './installCodeServer.ts';

/** Installs a packaged extension into the folders of a run, as a user does, also over a higher version. */
export async function installVsix(vsix: string, runFolder: string): Promise<void> {
  const { home, userData, extensions } = codeServerFolders(runFolder);
  await mkdir(home, { recursive: true });
  const folders = ['--user-data-dir', userData, '--extensions-dir', extensions];
  const environment = { ...process.env, HOME: home, EXTENSIONS_GALLERY: '{}' };
  const serverScript = await installCodeServer();
  await promisify(execFile)(process.execPath, [serverScript, ...folders, '--install-extension', vsix, '--force'], {
    env: environment,
  });
}
