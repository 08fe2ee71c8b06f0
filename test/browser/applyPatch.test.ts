import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { otherPerson } from '../support/harness/otherPerson.ts';
import { test, useWorkbench } from './fixtures.ts';
import { Reader } from './pages/reader.ts';

const room = 'Code reviews';

test.describe('A patch out of a room', () => {
  const session = useWorkbench({ 'roomside.rooms.pageSize': 100 });

  test('is applied and undone by keyboard, and one that leaves the repository is refused', async ({
    workbench,
    sandbox,
  }) => {
    const { workspaceFolder } = session();
    const { keyboard } = workbench.page;
    const file = path.join(workspaceFolder, 'src/tide.ts');
    const reader = new Reader(workbench.page);
    execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: workspaceFolder });
    await workbench.statusBar(/^\s*main\*?$/);
    await workbench.enterSandboxRooms();
    const before = await readFile(file, 'utf8');
    const [first = '', second = ''] = before.split('\n');
    const patch = `--- a/src/tide.ts\n+++ b/src/tide.ts\n@@ -1,2 +1,2 @@\n-${first}\n+// Patched\n ${second}`;
    const priya = await otherPerson(sandbox, 'priya.raman@example.com');
    const block = (code: string): string => `\`\`\`diff\n${code}\n\`\`\``;
    await priya.postText(room, `A patch:\n\n${block(patch)}\n\nToo far:\n\n${block(patch.replaceAll('src/', '../'))}`);
    await workbench.roomsView.open();
    await workbench.roomsView.inlineAction(room, 'Read Room');
    // The names come after the messages, which are drawn again then.
    await reader.frame.locator('.author', { hasText: 'Tom Becker' }).first().waitFor();
    const button = (index: number) =>
      reader.message('A patch:').last().locator('.block').nth(index).getByRole('button', { name: 'Apply Patch…' });
    await button(1).press('Enter');
    await workbench.toast('The patch does not apply. No files were changed.');
    await workbench.clearNotifications();
    await button(0).press('Enter');
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await dialog.getByText('src/tide.ts  +1 −1').waitFor();
    await dialog.getByRole('button', { name: 'Apply', exact: true }).and(workbench.page.locator(':focus')).waitFor();
    await keyboard.press('Enter');
    await workbench.toast('Patch applied: 1 file');
    assert.equal(await readFile(file, 'utf8'), before.replace(first, '// Patched'));
    await workbench.notificationAction('Patch applied: 1 file', 'Undo');
    await workbench.statusBar('Patch undone: 1 file');
    assert.equal(await readFile(file, 'utf8'), before);
  });
});
