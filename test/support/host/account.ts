import assert from 'node:assert/strict';
import { authentication, commands } from 'vscode';
import { inBrowser } from '../../browser/pages/browserBridge.ts';
import { InputBoxes, paste } from './inputBoxes.ts';
import { sandboxControl } from './sandboxControl.ts';
import { ShownMessages } from './shownMessages.ts';
import { replaceInWindow } from './windowMember.ts';

const demoPerson = 'ada.park@example.com';

/** "Try the Sandbox", with consent on its page in the browser, by Ada or another person. @returns the text of that page */
export async function signIn(personEmail = demoPerson): Promise<string> {
  const [page] = await Promise.all([
    inBrowser('approveSignIn', personEmail),
    commands.executeCommand('roomside.trySandbox'),
  ]);
  return page;
}

/** A new personal access token of Ada's, by default with all scopes. */
export async function newToken(scopes?: readonly string[]): Promise<string> {
  const made = await sandboxControl('POST', 'personal-tokens', { personEmail: demoPerson, ...(scopes && { scopes }) });
  return (made as { readonly accessToken: string }).accessToken;
}

/** Signs in with a personal access token, which needs no browser. */
export async function signInWithToken(token?: string): Promise<void> {
  const boxes = new InputBoxes();
  const undo = replaceInWindow('createInputBox', (original) => () => boxes.add(original()));
  try {
    const asked = boxes.next();
    const done = commands.executeCommand('_roomside.signInWithToken', process.env.ROOMSIDE_SANDBOX_ORIGIN);
    await paste(await asked, token ?? (await newToken()));
    await done;
  } finally {
    undo();
  }
}

/** "Sign Out", confirmed. */
export async function signOut(): Promise<void> {
  const messages = new ShownMessages();
  const undo = replaceInWindow('showWarningMessage', () => messages.shower('warning'));
  try {
    const done = commands.executeCommand('roomside.signOut');
    const question = await messages.next();
    assert.equal(question.isModal, true);
    question.answer('Sign Out');
    await done;
  } finally {
    undo();
  }
}

async function people(): Promise<readonly string[]> {
  return (await authentication.getAccounts('roomside')).map(({ label }) => label);
}

async function signOutAll(): Promise<void> {
  while ((await people()).length > 0) await signOut();
}

/** Lets Ada be signed in, and no other person, for the tests of a `describe`. She stays: each sign-in takes a second. */
export function useAccount(): void {
  before(async () => {
    if ((await people()).join() === demoPerson) return;
    await signOutAll();
    await signIn();
  });
}

/** Lets no person be signed in when the tests of a `describe` begin. */
export function useNoAccount(): void {
  before(signOutAll);
}
