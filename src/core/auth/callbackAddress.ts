const extensionId = 'roomside.roomside';

/** Where an editor product waits for the browser: `vscode://roomside.roomside/callback` and its forks' kin. */
export function callbackAddress(uriScheme: string): string {
  return `${uriScheme}://${extensionId}/callback`;
}

/**
 * Whether any broker can call the editor back at this address. That of an editor in the browser, `https://…`, only those
 * can whose operator named it: everybody else copies the code.
 */
export function isCallableByBroker(address: string): boolean {
  return !/^https?:/i.test(address);
}
