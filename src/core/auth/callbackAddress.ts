const extensionId = 'roomside.roomside';

/** The callback URI of an editor product, such as `vscode://roomside.roomside/callback`. */
export function callbackAddress(uriScheme: string): string {
  return `${uriScheme}://${extensionId}/callback`;
}

/** Whether this is the callback of a web editor, `https://…`, and not of a desktop editor. */
export function isWebAddress(address: string): boolean {
  return /^https?:/i.test(address);
}
