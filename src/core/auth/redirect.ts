import { callbackAddress } from './callbackAddress.ts';
import { loopbackAddress } from './loopbackServer.ts';

/** Where the service sends the browser at the end of a sign-in with an own integration; registered with the service. */
export interface Redirect {
  readonly redirectUri: string;
  /** The editor listens on this port of 127.0.0.1. */
  readonly loopbackPort?: number;
  /** Nothing listens there: the user copies the address of the page that cannot be opened. */
  readonly isPasted?: boolean;
}

export interface RedirectFacts {
  /** Of the editor product, for example `vscode`. */
  readonly uriScheme: string;
  /** The window is shown by a browser. */
  readonly isBrowserWindow: boolean;
  /** What the user has set; 0 for none. */
  readonly loopbackPort: number;
}

/** In the registered range, and no port of Roomside's: nothing is expected to listen there. */
const unusedPort = 4291;

/**
 * The redirects that can work for this window, at least one. A browser does not open a browser window by the scheme of a
 * desktop editor, and the window's own address differs from sign-in to sign-in, so it cannot be registered. A page of
 * 127.0.0.1 that cannot be opened keeps its address, code included, in the address bar.
 */
export function possibleRedirects({ uriScheme, isBrowserWindow, loopbackPort }: RedirectFacts): readonly Redirect[] {
  const computer = { redirectUri: loopbackAddress(loopbackPort), loopbackPort };
  if (isBrowserWindow) {
    return [loopbackPort === 0 ? { redirectUri: loopbackAddress(unusedPort), isPasted: true } : computer];
  }
  const editor = { redirectUri: callbackAddress(uriScheme) };
  return loopbackPort === 0 ? [editor] : [editor, computer];
}
