import assert from 'node:assert/strict';
import { commands } from 'vscode';
import { useAccount } from './account.ts';
import { type OpenInput, useQuickInputs } from './quickInputs.ts';
import { received, sandboxControl } from './sandboxControl.ts';
import { withoutPreviews } from './withoutPreviews.ts';

/**
 * Signs in for the tests of a suite, without previews. Returns the inputs, what runs the steps of a share to a room, and
 * what lets a test have its previews.
 */
export function useShares(room: string) {
  const inputs = useQuickInputs();
  useAccount();
  const withPreviews = withoutPreviews();
  afterEach(async () => {
    await sandboxControl('DELETE', 'received');
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  /** Runs both steps of a share that has started, by a row of the confirmation. */
  async function finish(done: Thenable<unknown>, choice = `Send to ${room}`) {
    const next = (): Promise<OpenInput> =>
      Promise.race([inputs().next(), done.then(() => assert.fail('the command ended before its next step'))]);
    await (await next()).choose(room);
    const confirm = await next();
    await confirm.choose(choice);
    await done;
    const stored = await received();
    assert.equal(stored.length, 1);
    return { rows: confirm.rows, markdown: stored[0]?.markdown ?? '', files: stored[0]?.files ?? [] };
  }

  /** Shares by a command. Returns the text of the confirmation, and what the sandbox stored. */
  const share = (command: string, ...args: readonly unknown[]) => finish(commands.executeCommand(command, ...args));

  return { inputs, share, finish, withPreviews };
}
