import assert from 'node:assert/strict';
import { commands } from 'vscode';
import { inBrowser } from '../../browser/pages/browserBridge.ts';
import { ShownMessages } from './shownMessages.ts';
import { replaceInWindow } from './windowMember.ts';

/** "Try the Sandbox", with consent on its page in the browser, by Ada or another person. @returns the text of that page */
export async function signIn(personEmail = 'ada.park@example.com'): Promise<string> {
  const [page] = await Promise.all([
    inBrowser('approveSignInAs', personEmail),
    commands.executeCommand('roomside.trySandbox'),
  ]);
  return page;
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
