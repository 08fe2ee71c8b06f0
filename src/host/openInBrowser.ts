import { env, type Uri } from 'vscode';

/** Opens an address in the user's own browser, never in a webview. @returns false when none opened */
export async function openInBrowser(address: string): Promise<boolean> {
  // The text itself, not a Uri made of it: a Uri is encoded anew on its way, which breaks addresses inside the query.
  return env.openExternal(address as unknown as Uri);
}
