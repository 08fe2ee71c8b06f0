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

  it('keeps CRLF, tabs and characters of all planes', async () => {
    const text = 'a := 1\r\n\tb := "Naïve 潮汐 🌊"\r\n';
    await openSelected(await workspaceFile('crlf.go', text), whole(2));
    assert.equal(await copied(), `**crlf.go** · lines 1–2 · Go\n\n${fenced('go', text.slice(0, -1))}`);
  });

  it('writes several selections with their line numbers, in the order of the file', async () => {
    const file = await workspaceFile('several.py', 'a = 1\nb = 2\nc = 3\nd = 4\ne = 5\n');
    await openSelected(file, new Selection(3, 0, 5, 0), new Selection(0, 0, 0, 5), new Selection(2, 2, 2, 2));
    assert.equal(
      await copied(),
      [
        '**several.py** · lines 1, 4–5 · Python',
        'line 1',
        fenced('py', 'a = 1'),
        '⋯ 2 lines not shown',
        'lines 4–5',
        fenced('py', 'd = 4\ne = 5'),
      ].join('\n\n'),
    );
  });

  it('copies a part of a line as selected', async () => {
    await openSelected(await workspaceFile('part.rs', 'let the_answer = compute(42);\n'), new Selection(0, 17, 0, 28));
    assert.equal(await copied(), `**part.rs** · line 1 · Rust\n\n${fenced('rs', 'compute(42)')}`);
  });

  it('marks a text as untitled', async () => {
    const editor = await openSelected({ content: 'puts 1', language: 'ruby' }, new Selection(0, 0, 0, 6));
    const name = editor.document.uri.path;
    assert.equal(await copied(), `**${name}** · line 1 · Ruby · untitled\n\n${fenced('rb', 'puts 1')}`);
  });

  it('copies unsaved changes from the editor, and marks them', async () => {
    const editor = await openSelected(await workspaceFile('unsaved.go', 'var a int\n'));
    await editor.edit((edit) => edit.insert(new Position(0, 0), 'var b int\n'));
    await select(editor, whole(2));
    assert.equal(
      await copied(),
      `**unsaved.go** · lines 1–2 · Go · unsaved changes\n\n${fenced('go', 'var b int\nvar a int')}`,
    );
  });

  it('tags the fence with the usual name of the language', async () => {
    const tags = { shellscript: ['sh', 'Shell'], csharp: ['cs', 'C#'], rust: ['rs', 'Rust'], sql: ['sql', 'SQL'] };
    for (const [language, [tag = '', name]] of Object.entries(tags)) {
      const editor = await openSelected({ content: 'x', language }, new Selection(0, 0, 0, 1));
      const head = `**${editor.document.uri.path}** · line 1 · ${name} · untitled`;
      assert.equal(await copied(), `${head}\n\n${fenced(tag, 'x')}`);
    }
    const plain = await openSelected({ content: 'x', language: 'plaintext' }, new Selection(0, 0, 0, 1));
    assert.equal(await copied(), `**${plain.document.uri.path}** · line 1 · untitled\n\n${fenced('', 'x')}`);
  });

  it('writes a fence that the code cannot close', async () => {
    const text = '/// ````md\n/// ```\n/// ````\nfn a() {}\n';
    await openSelected(await workspaceFile('fences.rs', text), whole(4));
    assert.equal(await copied(), `**fences.rs** · lines 1–4 · Rust\n\n${fenced('rs', text.slice(0, -1), '`````')}`);
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

  it('escapes a path', async () => {
    await openSelected(await workspaceFile('odd/__a__ [b](c) `d`.rs', 'let a;\n'), whole(1));
    const [head] = (await copied()).split(' · ');
    assert.equal(head, '**odd/\\_\\_a\\_\\_ \\[b\\](c) \\`d\\`.rs**');
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

  it('reports a selection of white space as nothing to share', async () => {
    await openSelected(await workspaceFile('blank.rs', '  \n\t\n'), whole(2));
    assert.equal(await copied(), 'what was there before');
    assert.equal((await messages().next()).text, 'There is nothing to share. The content is empty.');
  });

  it('copies the exact text of the range, whatever changes afterwards', async () => {
    const editor = await openSelected(await workspaceFile('later.rs', 'let a;\n'), whole(1));
    const message = await copied();
    await editor.edit((edit) => edit.replace(new Range(0, 0, 0, 6), 'let b;'));
    assert.equal(await env.clipboard.readText(), message);
    assert.match(message, /let a;/);
  });
});
