import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { SignInAnswer } from './answerSignIn.ts';

/** What only the browser can do; tests in the extension host ask for it by name. */
export interface BrowserActions {
  /** Answers the sign-in page that VS Code opened or is about to open. Returns the text of that page. */
  answerSignIn(answer: SignInAnswer): Promise<string>;
  /** Approves on that page without handing the answer to VS Code. Returns the code the broker's page offers to copy. */
  copySignInCode(): Promise<string>;
  /** Approves a sign-in through a broker that cannot call the editor back. Returns its last page, and the text to copy. */
  approveForCode(): Promise<{ readonly text: string; readonly copied: string }>;
  /** The address of the next page VS Code opens, which is then closed. */
  nextPageAddress(): Promise<string>;
  /** Presses a key in the window, in Playwright's names: "Escape", "Control+A". */
  pressKey(key: string): Promise<void>;
  /** Signs in as this person on the page that VS Code opened or is about to open, and approves. Returns the text of that page. */
  approveSignInAs(personEmail: string): Promise<string>;
  /** Clicks an option of a list that VS Code itself, and not Roomside, shows at the top of the window. */
  pickOption(label: string): Promise<void>;
}

/** The extension host finds the address of the browser's side here. */
export const bridgeVariable = 'ROOMSIDE_BROWSER_BRIDGE';

/** True where a browser shows the workbench; on the desktop there is none, and tests that need it are not defined. */
export const hasBrowser = (): boolean => process.env[bridgeVariable] !== undefined;

/** Lets the browser do something, from inside the extension host. Errors there become errors here. */
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
