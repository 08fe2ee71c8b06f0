import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { otherPerson } from '../support/harness/otherPerson.ts';
import { test, useWorkbench } from './fixtures.ts';
import { Reader } from './pages/reader.ts';

const room = 'Code reviews';
const file = 'src/tide.ts';
/** More steps than there are focusable elements in the window. */
const maxTabs = 60;

test.describe('By keyboard only', () => {
  const session = useWorkbench({ 'roomside.rooms.pageSize': 100 });
  let reader: Reader;
  const inWorkspace = (name: string): string => path.join(session().workspaceFolder, name);

  async function press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await session().workbench.page.keyboard.press(key);
  }

  /** Presses Tab until this element has the focus. */
  async function tabTo(target: Locator, focus: Locator, page: Page = session().workbench.page): Promise<void> {
    await target.waitFor();
    for (let step = 0; !(await target.and(focus).isVisible()); step += 1) {
      assert.ok(step < maxTabs, 'Tab does not reach the element');
      await page.keyboard.press('Tab');
    }
  }

  const focused = (page: Page = session().workbench.page) => page.locator(':focus');
  const inReader = () => reader.frame.locator(':focus');

  test.beforeAll(async ({ workbench }) => {
    reader = new Reader(workbench.page);
    execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: session().workspaceFolder });
    await workbench.statusBar(/^\s*main\*?$/);
    // From here on, any use of the mouse by a page object is an error.
    await workbench.page.evaluate(
      `addEventListener('pointerdown', () => { window.pointerCount = (window.pointerCount ?? 0) + 1; }, true)`,
    );
  });
  test.afterEach(async ({ workbench }) => {
    assert.equal(await workbench.page.evaluate('window.pointerCount ?? 0'), 0);
  });

  test('signs in and reaches the rooms', async ({ workbench }) => {
    await workbench.runCommand('Roomside: Focus on Rooms View');
    const start = workbench.page.locator('.sidebar').getByRole('button', { name: 'Try the Sandbox' });
    await tabTo(start, focused());
    const page = await workbench.nextPage(() => press('Enter'));
    await tabTo(page.getByRole('button').filter({ hasText: 'ada.park@example.com' }), focused(page), page);
    await page.keyboard.press('Enter');
    await tabTo(page.getByRole('button', { name: 'Approve', exact: true }), focused(page), page);
    await page.keyboard.press('Enter');
    await workbench.statusBar('Signed in to the sandbox');
    await page.close();
    await workbench.page.bringToFront();
    await workbench.roomsView.expectRoom('Mateo Silva');
  });

  test('shares a selection, again to the same room with four keys, and to the last room with a shortcut', async ({
    workbench,
    sandbox,
  }) => {
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(2, 3);
    const begin = () => workbench.runCommand('Roomside: Share Selection to Room…');
    await workbench.shareTo(room, 'Share Selection', begin);
    await workbench.until(async () => (await sandbox.received()).length === 1);
    await press('F1');
    await workbench.input.acceptActive('Roomside: Share Selection to Room…');
    await workbench.input.expectTitle('Share Selection (1/2)');
    await workbench.input.acceptActive(room);
    await workbench.input.acceptActive(`Send to ${room}`);
    await workbench.until(async () => (await sandbox.received()).length === 2);
    await press('Control+K', 'Control+Enter');
    await workbench.input.expectTitle(`Share Selection → ${room} (2/2)`);
    await workbench.input.acceptActive(`Send to ${room}`);
    await workbench.until(async () => (await sandbox.received()).length === 3);
    const [first, ...others] = await sandbox.received();
    assert.match(first?.markdown ?? '', /^\*\*src\/tide\.ts\*\* · lines 2–3 · TypeScript/);
    for (const each of others) assert.deepEqual([each.markdown, each.roomTitle], [first?.markdown, room]);
  });

  test('applies the patch of a message and undoes it', async ({ workbench, sandbox }) => {
    const before = await readFile(inWorkspace(file), 'utf8');
    const [first = '', second = ''] = before.split('\n');
    const patch = `--- a/${file}\n+++ b/${file}\n@@ -1,2 +1,2 @@\n-${first}\n+// Patched\n ${second}`;
    const priya = await otherPerson(sandbox, 'priya.raman@example.com');
    await priya.postText(room, `Please take this:\n\n\`\`\`diff\n${patch}\n\`\`\``);
    await workbench.runCommand('Roomside: Read Room');
    await workbench.input.fill(room);
    await workbench.input.acceptActive(room);
    const message = reader.message('Please take this:').last();
    await message.and(inReader()).waitFor();

    await tabTo(message.getByRole('button', { name: 'Apply Patch…' }), inReader());
    await press('Enter');
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await dialog.getByText('src/tide.ts  +1 −1').waitFor();
    // Enter applies, without a Tab before.
    await dialog.getByRole('button', { name: 'Apply', exact: true }).and(focused()).waitFor();
    await workbench.answerDialog('Apply');
    await workbench.toast('Applied patch to 1 file');
    // The keys of the page work again.
    await reader.pressUntil('w', reader.field.and(inReader()));
    assert.equal(await readFile(inWorkspace(file), 'utf8'), before.replace(first, '// Patched'));
    await workbench.runCommand('Notifications: Focus Notification Toast');
    const toast = workbench.notification('Applied patch to 1 file');
    await tabTo(toast.getByRole('button', { name: 'Undo', exact: true }), focused());
    await press('Enter');
    await workbench.statusBar('Undid patch in 1 file');
    assert.equal(await readFile(inWorkspace(file), 'utf8'), before);
  });
});
