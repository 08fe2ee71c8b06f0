import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Actions of the browser, for tests in the extension host. */
export interface BrowserActions {
  /**
   * Approves the sign-in that VS Code opened or is about to open. Returns the text of that page.
   * @param personEmail who signs in; by default the page offers it first
   */
  approveSignIn(personEmail?: string): Promise<string>;
  /** Approves without returning to VS Code. Returns the code that the page of the broker offers to copy. */
  copySignInCode(): Promise<string>;
  /**
   * Approves a sign-in through a broker that cannot call the editor back. Returns its last page, and the text to copy.
   */
  approveForCode(): Promise<{ readonly text: string; readonly copied: string }>;
  /** Closes the next page that VS Code opens. Returns its address. */
  nextPageAddress(): Promise<string>;
  /** Types a text in the window, key by key. */
  type(text: string): Promise<void>;
  /** Clicks an option of a quick pick of VS Code itself. */
  pickOption(label: string): Promise<void>;
}

/** Environment variable with the address of the browser bridge. */
export const bridgeVariable = 'ROOMSIDE_BROWSER_BRIDGE';

/** Whether a browser shows the workbench. On the desktop, tests that need one are not defined. */
export const hasBrowser = (): boolean => process.env[bridgeVariable] !== undefined;

/** A `describe` of tests that need it, most of them to sign in: on the desktop that would be the user's own browser. */
export function describeWithBrowser(title: string, tests: () => void): void {
  if (hasBrowser()) describe(title, tests);
}

/** Runs an action of the browser from the extension host. Its errors are thrown here. */
export async function inBrowser<Name extends keyof BrowserActions>(
  name: Name,
  ...args: Parameters<BrowserActions[Name]>
): Promise<Awaited<ReturnType<BrowserActions[Name]>>> {
  const address = process.env[bridgeVariable];
  if (address === undefined) throw new Error('no browser shows this workbench');
  const body = await new Promise<string>((resolve, reject) => {
    const asking = request(address, { method: 'POST' }, (response) => resolve(text(response)));
    asking.once('error', reject);
    asking.end(JSON.stringify({ name, args }));
  });
  const answer = JSON.parse(body) as { result?: Awaited<ReturnType<BrowserActions[Name]>>; error?: string };
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer.result as Awaited<ReturnType<BrowserActions[Name]>>;
}
