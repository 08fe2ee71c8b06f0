import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type OtherPerson, otherPerson } from '../support/harness/otherPerson.ts';
import { test, useWorkbench } from './fixtures.ts';
import { Reader } from './pages/reader.ts';

const room = 'Code reviews';
const file = 'src/tide.ts';

test.describe('Code out of a room', () => {
  const session = useWorkbench({ 'roomside.rooms.pageSize': 100, 'files.autoSave': 'off' });
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
    // The names come after the messages, which are made anew then.
    await reader.frame.locator('.author', { hasText: 'Tom Becker' }).first().waitFor();
  };

  test('that was shared from here comes back from somebody else byte for byte, at its lines', async ({
    workbench,
    sandbox,
  }) => {
    const whole = await readFile(inWorkspace(file), 'utf8');
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectAll();
    await workbench.shareTo(room, 'Share Selection', () => workbench.runCommand('Roomside: Share Selection to Room…'));
    await workbench.until(async () => (await sandbox.received()).length > 0);
    const [sent] = await sandbox.received();
    // The room moves up, and with it every row below: only then do they stand still under the mouse.
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

  test('goes in at the cursor of the editor that was in front before', async ({ workbench }) => {
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

  test('opens in its language', async ({ workbench }) => {
    await read();
    await reader.press('Is this the way to do it?', 'Open in Editor');
    await workbench.statusBar('Python');
    await workbench.runCommand('View: Revert and Close Editor');
    await workbench.page.locator('.tab.dirty').waitFor({ state: 'detached' });
  });
});
