import { join } from 'node:path';
import { type Disposable, type Uri, window } from 'vscode';
import type { Log } from '../../core/base/log.ts';
import { exists } from '../../platform/files/exists.ts';

/** The file with the link that one window gives to another one. */
export function handoverFile(storage: Uri): string {
  return join(storage.fsPath, 'openInEditor.json');
}

/**
 * Calls `take` at the start of the window and when it gets the focus, if there is a link for some window. This is part of
 * the start of VS Code, so it only looks whether the file exists.
 */
export function watchHandover(storage: Uri, take: () => Promise<void>, log: Log): Disposable {
  const file = handoverFile(storage);
  const look = (): void => {
    exists(file)
      .then((isThere) => (isThere ? take() : undefined))
      .catch((error: unknown) => log.error('a link from another window could not be opened', error));
  };
  look();
  return window.onDidChangeWindowState(({ focused }) => {
    if (focused) look();
  });
}
