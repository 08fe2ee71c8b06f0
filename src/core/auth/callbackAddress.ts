const extensionId = 'roomside.roomside';

/** Where an editor product waits for the browser: `vscode://roomside.roomside/callback` and its forks' kin. */
export function callbackAddress(uriScheme: string): string {
  return `${uriScheme}://${extensionId}/callback`;
}

/** Whether this is the callback of an editor in the browser, `https://…`, and not of a desktop editor. */
export function isWebAddress(address: string): boolean {
  return /^https?:/i.test(address);
}
