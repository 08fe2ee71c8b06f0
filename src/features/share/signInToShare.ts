import { commands } from 'vscode';
import { nextEvent } from '../../core/base/emitter.ts';
import type { Services } from '../../host/services.ts';

/**
 * Lets the user sign in, if no account is, so that a share that has begun can continue.
 * @returns whether an account is signed in
 */
export async function signInToShare({ active, rooms }: Pick<Services, 'active' | 'rooms'>): Promise<boolean> {
  if ((await active.get()) !== undefined) return true;
  // The command reports its own errors.
  await commands.executeCommand('roomside.chooseSignIn', 'share');
  if ((await active.get()) === undefined) return false;
  // The rooms of the account are read after the account itself.
  if (rooms.accountId === undefined) await nextEvent(rooms.onDidChangeAccount);
  return true;
}
