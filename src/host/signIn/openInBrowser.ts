import { env, type Uri } from 'vscode';

/** Opens an address in the user's browser, never inside the editor. @returns false when no browser opened */
export async function openInBrowser(address: string): Promise<boolean> {
  // A string instead of a Uri: VS Code would encode a Uri again, which breaks addresses inside the query.
  return env.openExternal(address as unknown as Uri);
}
