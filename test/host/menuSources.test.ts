import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import path from 'node:path';
import {
  commands,
  Location,
  NotebookCellKind,
  NotebookCellOutput,
  NotebookCellOutputItem,
  Range,
  TestMessage,
  Uri,
  workspace,
} from 'vscode';
import { hasBrowser } from '../browser/pages/browserBridge.ts';
import { useAccount } from '../support/host/account.ts';
import { useQuickInputs } from '../support/host/quickInputs.ts';
import { received, requestCount, sandboxControl } from '../support/host/sandboxControl.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { withoutPreviews } from '../support/host/withoutPreviews.ts';
import { workspaceFolder } from '../support/host/workspaceFiles.ts';

const room = 'Code reviews';
const output = (...items: readonly (readonly [mime: string, data: string | Uint8Array])[]) =>
  new NotebookCellOutput(items.map(([mime, data]) => new NotebookCellOutputItem(Buffer.from(data), mime)));

// Signing in uses a browser; on the desktop that would be the user's own.
if (hasBrowser()) {
  describe('The menus of notebooks, tests and the debugger', () => {
    useMessages();
    const inputs = useQuickInputs();
    useAccount();
    withoutPreviews();
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

    const cellWith = async (...outputs: readonly NotebookCellOutput[]) => ({
      index: 0,
      kind: NotebookCellKind.Code,
      document: await workspace.openTextDocument({ content: 'print("hi")', language: 'python' }),
      notebook: { uri: Uri.file('/tides.ipynb') },
      outputs,
    });
    const [curve, map] = [Buffer.from('\x89PNG\r\n\x1a\ncurve', 'latin1'), Buffer.from('GIF89amap')];
    const images = [output(['image/png', curve]), output(['image/gif', map])] as const;
    const code = '**tides.ipynb** · cell 1 · Python\n\n```py\nprint("hi")\n```';
    const sentTo = async () =>
      (await received()).map(({ markdown, files: [file] }) => markdown ?? [file?.name, file?.mediaType, file?.sha256]);
    const fileFacts = (name: string, type: string, bytes: Buffer) => [
      `tides.cell1-${name}`,
      type,
      createHash('sha256').update(bytes).digest('hex'),
    ];

    it('share a cell with its text, then its images as files, and Undo deletes all of them', async () => {
      const failure = { name: 'E', message: 'x', stack: '\u001b[1mE\u001b[0m: x' };
      const texts = [NotebookCellOutputItem.stdout('hi\n'), NotebookCellOutputItem.error(failure)];
      const [hi, error] = texts.map((item) => new NotebookCellOutput([item]));
      const cell = await cellWith(hi ?? assert.fail(), images[0], error ?? assert.fail(), images[1]);
      const { rows } = await share('roomside.shareCell', cell);
      const [send = '', ...others] = rows;
      assert.match(send, /4 lines · 84 bytes · 2 images \(22 bytes\)/);
      assert.match(send, /tides\.cell1-output2\.png, tides\.cell1-output4\.gif — print\("hi"\)/);
      const choices = ['Send Without Images to Code reviews', 'Edit… | without the images'];
      for (const row of [...choices, 'Copy as Message | without the images']) assert.ok(others.includes(row), row);
      assert.deepEqual(await sentTo(), [
        `${code}\n\noutput\n\n\`\`\`\nhi\n\nE: x\n\`\`\``,
        fileFacts('output2.png', 'image/png', curve),
        fileFacts('output4.gif', 'image/gif', map),
      ]);
      const before = await requestCount('DELETE /v1/messages/:id');
      // What the status bar offers: all messages of the share.
      await commands.executeCommand('roomside.undoShare');
      assert.equal(await requestCount('DELETE /v1/messages/:id'), before + 3);
    });

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
  });
}
