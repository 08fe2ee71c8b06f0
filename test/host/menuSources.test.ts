import assert from 'node:assert/strict';
import path from 'node:path';
import { commands, Location, Range, TestMessage, Uri } from 'vscode';
import { hasBrowser } from '../browser/pages/browserBridge.ts';
import { signIn, signOut } from '../support/host/account.ts';
import { useQuickInputs } from '../support/host/quickInputs.ts';
import { received, sandboxControl } from '../support/host/sandboxControl.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { workspaceFolder } from '../support/host/workspaceFiles.ts';

const room = 'Code reviews';
// Signing in uses a browser; on the desktop that would be the user's own.
if (hasBrowser()) {
  describe('The menus of notebooks, tests and the debugger', () => {
    const messages = useMessages();
    const inputs = useQuickInputs();
    before(() => signIn());
    after(() => signOut());
    afterEach(async () => {
      await sandboxControl('DELETE', 'faults');
      await sandboxControl('DELETE', 'received');
      await commands.executeCommand('workbench.action.closeAllEditors');
    });

    /** Runs both steps of a share. Returns the rows of the last step, and the text that the sandbox stored first. */
    async function share(command: string, argument: unknown, { choice = `Send to ${room}` } = {}) {
      const done = commands.executeCommand(command, ...(Array.isArray(argument) ? argument : [argument]));
      await (await inputs().next()).choose(room);
      const confirm = await inputs().next();
      await confirm.choose(choice);
      await done;
      return { rows: confirm.rows, markdown: (await received())[0]?.markdown ?? '' };
    }

    it('share a failed test with the expected result', async () => {
      const message = TestMessage.diff('\u001b[31mnot equal\u001b[0m', 'high', 'low');
      message.location = new Location(Uri.file(path.join(workspaceFolder(), 'src/tide.ts')), new Range(4, 0, 4, 1));
      const { markdown } = await share('roomside.shareTestFailure', { test: { label: 'tide is *high*' }, message });
      assert.equal(
        markdown,
        '**tide is \\*high\\*** · failed · src/tide.ts:5\n\n```\nnot equal\n```\n\nexpected\n\n```\nhigh\n```\n\nactual\n\n```\nlow\n```',
      );
    });

    it('share a value and a stack frame as shown, also in a remote window', async () => {
      const variable = { name: 'level', value: '{ high: 3.2 }', type: 'Level' };
      const value = await share('roomside.shareValue', { sessionId: '1', container: {}, variable });
      assert.equal(value.markdown, '**level** · Level · debugger\n\n```\n{ high: 3.2 }\n```');
      await sandboxControl('DELETE', 'received');
      const file = Uri.file(path.join(workspaceFolder(), 'src/tide.ts'));
      const remote = file.with({ scheme: 'vscode-remote', authority: 'ssh-remote+host' }).toString();
      for (const place of [file.fsPath, remote]) {
        const frameLocation = { range: { startLineNumber: 15 }, source: { path: place } };
        const frame = await share('roomside.shareStackFrame', [place, { frameName: 'rise', frameLocation }]);
        assert.equal(frame.markdown, '**rise** · stack frame\n\n```\nrise at src/tide.ts:15\n```');
        await sandboxControl('DELETE', 'received');
      }
    });

    /** Runs a command that must share nothing. @returns its message */
    async function refusal(command: string, argument: unknown): Promise<string> {
      const done = commands.executeCommand(`roomside.${command}`, argument);
      const message = await messages().next();
      message.answer();
      await done;
      return message.text;
    }

    it('share no expression without a value', async () => {
      const noValue = 'tide.level has no value to share. Pause the program where the debugger shows one.';
      for (const value of ['not available', 'nicht verfügbar', '']) {
        const variable = { name: 'tide.level', value, variablesReference: 0, evaluateName: 'tide.level' };
        assert.equal(await refusal('shareValue', { sessionId: undefined, variable }), noValue);
      }
    });

    it('say what to do when an argument is missing or of an unknown form', async () => {
      const unknown = {
        shareValue: [{ variable: null }, { variable: { name: 'a', value: 1 } }, { variable: { name: {}, value: 'b' } }],
        shareStackFrame: [{ frameName: 1 }, ['frame'], 'rise'],
        shareTestFailure: [{ message: null }, { message: { message: 1 } }, { message: { message: { value: 1 } } }],
        shareCell: [],
      };
      const advice = {
        shareValue: /^Run this command from the menu of a variable, a watch expression or a stack frame/,
        shareStackFrame: /^Run this command from the menu of a variable, a watch expression or a stack frame/,
        shareTestFailure: /^Open the message of a failed test and run this command from its menu\.$/,
        shareCell: /^Select a notebook cell first\.$/,
      };
      for (const [command, args] of Object.entries(unknown)) {
        for (const argument of [undefined, null, 'text', 7, {}, [], ...args])
          assert.match(await refusal(command, argument), advice[command as keyof typeof advice], command);
      }
      assert.equal(inputs().openedCount, 0);
      assert.deepEqual(await received(), []);
    });
  });
}
