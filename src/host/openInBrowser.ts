import { env, l10n, type Uri, window } from 'vscode';

/** Opens an address in the user's own browser, never in a webview. Where none opens, the user can copy the address. */
export async function openInBrowser(address: string): Promise<void> {
  // The text itself, not a Uri made of it: a Uri is encoded anew on its way, which breaks addresses inside the query.
  const opened = await env.openExternal(address as unknown as Uri);
  if (opened) return;
  const copy = l10n.t('Copy Link');
  const choice = await window.showWarningMessage(l10n.t('The browser was not opened.'), copy);
  if (choice === copy) await env.clipboard.writeText(address);
}
