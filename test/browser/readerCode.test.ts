import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type OtherPerson, otherPerson } from '../support/harness/otherPerson.ts';
import { test, useWorkbench } from './fixtures.ts';
import { Reader } from './pages/reader.ts';

const room = 'Code reviews';
const file = 'src/tide.ts';

test.describe('Code in messages', () => {
  const session = useWorkbench({ 'roomside.rooms.pageSize': 100, 'files.autoSave': 'off' }, { isNewWindow: true });
  let reader: Reader;
  let priya: OtherPerson;
  const inWorkspace = (name: string): string => path.join(session().workspaceFolder, name);

  test.beforeAll(async ({ workbench, sandbox }) => {
    reader = new Reader(workbench.page);
    execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: session().workspaceFolder });
    await workbench.statusBar(/^\s*main\*?$/);
    await workbench.enterSandboxRooms();
    priya = await otherPerson(sandbox, 'priya.raman@example.com');
  });
  test.afterEach(() => session().workbench.runCommand('View: Close All Editors'));

  const read = async (): Promise<void> => {
    const { workbench } = session();
    await workbench.roomsView.open();
    await workbench.roomsView.inlineAction(room, 'Read Room');
    // Names arrive after the messages, which are then rendered again.
    await reader.frame.locator('.author', { hasText: 'Tom Becker' }).first().waitFor();
  };

  test("opens another person's copy of shared code byte for byte, at its lines", async ({ workbench, sandbox }) => {
    const whole = await readFile(inWorkspace(file), 'utf8');
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectAll();
    await workbench.shareTo(room, 'Share Selection', () => workbench.runCommand('Roomside: Share Selection to Room…'));
    await workbench.until(async () => (await sandbox.received()).length > 0);
    const [sent] = await sandbox.received();
    // The room moves to the top and moves all rows: wait until they are stable under the mouse.
    await workbench.roomsView.expectRoom('Recent');
    await priya.postText(room, `Priya has it too:\n\n${sent?.markdown ?? ''}`);
    await read();
    await reader.press('Priya has it too', 'Copy');
    await workbench.statusBar('Copied');
    assert.equal(await workbench.clipboard(), whole.replace(/\n$/, ''));
    await reader.press('Priya has it too', 'Go to File');
    await workbench.page.locator('.tab.active', { hasText: 'tide.ts' }).waitFor();
    await workbench.editor.expectPosition(/\(\d+ selected\)$/);
  });

  test('inserts at the cursor of the last active editor', async ({ workbench }) => {
    await priya.postText(room, 'Insert this:\n\n```ts\nconst inserted = true;\n```');
    await workbench.editor.open('tide.ts');
    await workbench.editor.typeAtTop('/* here: */ ');
    await read();
    await reader.press('Insert this:', 'Insert at Cursor');
    const line = workbench.page.locator('.monaco-editor .view-line', { hasText: 'here:' });
    await line.filter({ hasText: 'const inserted = true;' }).waitFor();
    await workbench.runCommand('File: Revert File');
    await workbench.page.locator('.tab.dirty').waitFor({ state: 'detached' });
  });

  test('opens in an editor with its language', async ({ workbench }) => {
    await read();
    await reader.press('Is this the way to do it?', 'Open in Editor');
    await workbench.statusBar('Python');
    await workbench.runCommand('View: Revert and Close Editor');
    await workbench.page.locator('.tab.dirty').waitFor({ state: 'detached' });
  });
});
