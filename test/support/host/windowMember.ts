import assert from 'node:assert/strict';
import path from 'node:path';
import { Uri, window, workspace } from 'vscode';

/**
 * Replaces a member of VS Code's `window` as Roomside sees it: an extension and the tests that run
 * in its folder get the same object. Returns a function that restores it.
 */
export function replaceInWindow<Name extends keyof typeof window>(
  name: Name,
  replacement: (original: (typeof window)[Name]) => unknown,
): () => void {
  const original = window[name];
  const isOwn = Object.hasOwn(window, name);
  const replaced = replacement(original);
  Object.assign(window, { [name]: replaced });
  let isRestored = false;
  return () => {
    if (isRestored) return;
    isRestored = true;
    // In another order, a replacement would stay for the tests that follow.
    assert.equal(window[name], replaced, `another replacement of window.${name} is restored first`);
    if (isOwn) Object.assign(window, { [name]: original });
    else Reflect.deleteProperty(window, name);
  };
}

/** The same during each test of a `describe`. Returns what restores it sooner. */
export function useInWindow<Name extends keyof typeof window>(
  name: Name,
  replacement: (original: (typeof window)[Name]) => unknown,
): () => void {
  let restore: () => void = () => undefined;
  beforeEach(() => {
    restore = replaceInWindow(name, replacement);
  });
  afterEach(() => restore());
  return () => restore();
}

/**
 * Gives the workspace other folders for Roomside during an action. Changing the real ones would restart the tests. They
 * return after the test at the latest, because an action that hangs would fail all tests that follow.
 */
export function useWorkspaceFolders() {
  const original = Object.getOwnPropertyDescriptor(workspace, 'workspaceFolders') ?? {};
  const restore = (): void => void Object.defineProperty(workspace, 'workspaceFolders', original);
  afterEach(restore);
  return async (paths: readonly string[], action: () => PromiseLike<void>): Promise<void> => {
    const folders = paths.map((each, index) => ({ uri: Uri.file(each), name: path.basename(each), index }));
    Object.defineProperty(workspace, 'workspaceFolders', { get: () => folders, configurable: true, enumerable: true });
    try {
      await action();
    } finally {
      restore();
    }
  };
}
