import assert from 'node:assert/strict';
import { ConfigurationTarget, commands, env, Position, Range, Selection, workspace } from 'vscode';
import { useMessages } from '../support/host/shownMessages.ts';
import { openSelected, select, useManualSave, workspaceFile } from '../support/host/workspaceFiles.ts';

const whole = (lines: number): Selection => new Selection(0, 0, lines, 0);
const fenced = (tag: string, code: string, fence = '```'): string => `${fence}${tag}\n${code}\n${fence}`;

async function copied(): Promise<string> {
  await env.clipboard.writeText('what was there before');
  await commands.executeCommand('roomside.copyAsMessage');
  return env.clipboard.readText();
}

describe('Copy as Message', () => {
  const messages = useMessages();
  useManualSave();
  afterEach(() => commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));

  it('copies unsaved changes from the editor, and marks them', async () => {
    const editor = await openSelected(await workspaceFile('unsaved.go', 'var a int\n'));
    await editor.edit((edit) => edit.insert(new Position(0, 0), 'var b int\n'));
    await select(editor, whole(2));
    assert.equal(
      await copied(),
      `**unsaved.go** · lines 1–2 · Go · unsaved changes\n\n${fenced('go', 'var b int\nvar a int')}`,
    );
  });

  it('removes common indentation across blank lines, unless the setting is off', async () => {
    const text = '    if a {\n\n      b()\n    }\n';
    await openSelected(await workspaceFile('indented.rs', text), whole(4));
    const head = '**indented.rs** · lines 1–4 · Rust';
    assert.equal(await copied(), `${head}\n\n${fenced('rs', 'if a {\n\n  b()\n}')}`);
    const configuration = workspace.getConfiguration('roomside.message');
    await configuration.update('dedent', false, ConfigurationTarget.Global);
    try {
      assert.equal(await copied(), `${head}\n\n${fenced('rs', text.slice(0, -1))}`);
    } finally {
      await configuration.update('dedent', undefined, ConfigurationTarget.Global);
    }
  });

  it('copies nothing without a selection', async () => {
    const editor = await openSelected(await workspaceFile('nothing.rs', 'let a;\n'), new Selection(0, 3, 0, 3));
    await env.clipboard.writeText('what was there before');
    const done = commands.executeCommand('roomside.copyAsMessage');
    const message = await messages().next();
    assert.equal(message.text, 'Select the code to share first.');
    assert.deepEqual(message.buttons, ['Share Current File to Room…']);
    message.answer();
    await done;
    assert.equal(await env.clipboard.readText(), 'what was there before');
    assert.deepEqual(editor.selections, [new Selection(0, 3, 0, 3)]);
  });

  it('copies the exact text of the range, whatever changes afterwards', async () => {
    const editor = await openSelected(await workspaceFile('later.rs', 'let a;\n'), whole(1));
    const message = await copied();
    await editor.edit((edit) => edit.replace(new Range(0, 0, 0, 6), 'let b;'));
    assert.equal(await env.clipboard.readText(), message);
    assert.match(message, /let a;/);
  });
});
