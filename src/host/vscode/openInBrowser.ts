import { env, type Uri } from 'vscode';

/**
 * Opens an address in the user's browser, or in the program for its scheme, never inside the editor.
 * @returns false when nothing opened
 */
export async function openInBrowser(address: string): Promise<boolean> {
  // A string instead of a Uri: VS Code would encode a Uri again, which breaks addresses inside the query.
  return env.openExternal(address as unknown as Uri);
}
