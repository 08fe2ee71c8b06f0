import { type WorkspaceFolder, window, workspace } from 'vscode';

/**
 * Puts something in the place of a member of VS Code's `window` as Roomside sees it: an extension and the tests that run
 * in its folder are handed the same object. Returns the way back.
 */
export function replaceInWindow<Name extends keyof typeof window>(
  name: Name,
  replacement: (original: (typeof window)[Name]) => unknown,
): () => void {
  const original = window[name];
  Object.assign(window, { [name]: replacement(original) });
  return () => void Object.assign(window, { [name]: original });
}

/** Lets the workspace, as Roomside sees it, have other folders during an act: to change the real ones restarts the tests. */
export async function withWorkspaceFolders(
  folders: readonly WorkspaceFolder[] | undefined,
  act: () => Promise<void>,
): Promise<void> {
  const original = Object.getOwnPropertyDescriptor(workspace, 'workspaceFolders');
  Object.defineProperty(workspace, 'workspaceFolders', { get: () => folders, configurable: true, enumerable: true });
  try {
    await act();
  } finally {
    Object.defineProperty(workspace, 'workspaceFolders', original ?? {});
  }
}
