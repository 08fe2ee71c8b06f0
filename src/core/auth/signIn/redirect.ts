import { callbackAddress } from './callback.ts';

/** The redirect at the end of a sign-in with the user's own integration; registered with the service. */
export interface Redirect {
  readonly redirectUri: string;
  /** The editor listens on this port of 127.0.0.1. */
  readonly loopbackPort?: number;
  /** No server listens there: the user copies the address of the page that fails to load. */
  readonly isPasted?: boolean;
}

interface RedirectFacts {
  /** The URI scheme of the editor product, for example `vscode`. */
  readonly uriScheme: string;
  /** The window runs in a browser. */
  readonly isBrowserWindow: boolean;
  /** The configured port; 0 for none. */
  readonly loopbackPort: number;
}

/** In the registered range, and not used by Roomside: no server is expected to listen there. */
const unusedPort = 4291;

/**
 * The redirects that can work for this window, at least one. A browser window cannot be opened by the scheme of a
 * desktop editor, and its own address changes with each sign-in, so it cannot be registered. A page of 127.0.0.1 that
 * fails to load keeps its address, including the code, in the address bar.
 */
export function possibleRedirects({ uriScheme, isBrowserWindow, loopbackPort }: RedirectFacts): readonly Redirect[] {
  const computer = { redirectUri: loopbackAddress(loopbackPort), loopbackPort };
  if (isBrowserWindow) {
    return [loopbackPort === 0 ? { redirectUri: loopbackAddress(unusedPort), isPasted: true } : computer];
  }
  const editor = { redirectUri: callbackAddress(uriScheme) };
  return loopbackPort === 0 ? [editor] : [editor, computer];
}

/** The IP address of this computer, not a host name, which could resolve to another address (RFC 8252, 8.3). */
export const loopbackHost = '127.0.0.1';
export const loopbackPath = '/callback';

/** The redirect URI for the registration and for requests. */
export function loopbackAddress(port: number): string {
  return `http://${loopbackHost}:${port}${loopbackPath}`;
}
