import { window } from 'vscode';

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
