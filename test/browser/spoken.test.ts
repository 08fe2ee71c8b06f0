import assert from 'node:assert/strict';
import type { Locator } from '@playwright/test';
import { otherPerson } from '../support/harness/otherPerson.ts';
import { test, useWorkbench } from './fixtures.ts';
import { Reader } from './pages/reader.ts';

const room = 'Code reviews';
const override = '\u202e';

/** What the tests of the window wait for is drawn. A screen reader has to get it, too. */
test.describe('For a screen reader', () => {
  const session = useWorkbench({ 'editor.accessibilitySupport': 'on', 'roomside.rooms.refreshSeconds': 0 });
  const nameOf = (element: Locator) => element.evaluate((found) => found.getAttribute('aria-label') ?? '');
  /** What VS Code has announced. */
  const announced = (text: string) =>
    session().workbench.page.locator('.monaco-aria-container', { hasText: text }).waitFor({ state: 'attached' });

  test('a warning is in the row that Enter runs, and in the box', async ({ workbench, sandbox }) => {
    const { page, input, editor } = workbench;
    await workbench.enterRooms(() => workbench.signIn(sandbox));
    await editor.open('server.ts');
    await editor.selectLines(1, 1);
    await page.keyboard.insertText(`const a = 1; // ${override}x\n`);
    await editor.selectLines(1, 1);
    await workbench.runCommand('Roomside: Share Selection to Room…');
    await input.expectTitle('Share Selection (1/2)');
    await input.findOption(room);
    const row = `Send to ${room} · 1 warning`;
    await input.expectActive(row);
    assert.match(await nameOf(input.option(row)), /^Send to Code reviews · 1 warning, /);
    const box = page.locator('.quick-input-box input');
    await box.and(page.getByLabel('1 warning. Press Enter to send.')).waitFor();
    const names = await page
      .locator('.quick-input-list .monaco-list-row')
      .evaluateAll((rows) => rows.map((each) => `${each.getAttribute('aria-label')} ${each.textContent}`));
    assert.ok(
      names.some((name) => name.includes('U+202E') || name.includes('RIGHT-TO-LEFT')),
      names.join('\n'),
    );
    assert.ok(!names.join().includes(override), 'no character that turns a row round');
  });

  test('the message of the confirmation is read in its page, and Escape leads back', async ({ workbench }) => {
    const { page, input } = workbench;
    await input.pickOption('Read the Message');
    const message = workbench.composer.preview().getByRole('main', { name: 'The message as the room will show it' });
    await message.and(workbench.composer.preview().locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.quick-input-box input:focus').waitFor();
    await input.pickOption(`Send to ${room} · 1 warning`);
  });

  test('what was sent is announced, and the status bar has the name of what a click does', async ({ workbench }) => {
    await announced(`Shared src/server.ts:1 to ${room}`);
    const item = workbench.page.locator('.statusbar-item a', { hasText: 'Undo' });
    assert.match(await nameOf(item), /^Shared src\/server\.ts:1 to Code reviews Undo, Delete the message/);
    await workbench.clearNotifications();
  });

  test('what could not be sent is announced with its reason', async ({ workbench, sandbox }) => {
    const refused = { match: { method: 'POST', path: '/v1/messages' }, effect: { kind: 'status', status: 400 } };
    await sandbox.control('POST', 'faults', refused);
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(2, 2);
    await workbench.shareSelectionTo(room);
    await announced(`Couldn't share src/tide.ts:2 to “${room}”.`);
    const item = workbench.page.locator('.statusbar-item a', { hasText: '1 share failed' });
    assert.match(await nameOf(item), /^Roomside: 1 share failed, Not sent/);
    await workbench.clearNotifications();
  });

  test('a room says what is new, what a text answers, and that it was sent', async ({ workbench, sandbox }) => {
    const priya = await otherPerson(sandbox, 'priya.raman@example.com');
    const reader = new Reader(workbench.page);
    const live = reader.frame.getByRole('status');
    await priya.postText(room, 'Shall we?');
    await workbench.readRoom(room);
    await reader.message('Shall we?').and(reader.frame.locator(':focus')).waitFor();
    await reader.frame.getByRole('heading', { level: 1, name: room }).waitFor({ state: 'attached' });
    await reader.frame.getByRole('heading', { level: 3, name: 'Priya Raman' }).last().waitFor({ state: 'attached' });
    await priya.postText(room, 'Look:\n\n```ts\nlet hidden;\n```\n\nand say.');
    await reader.frame.getByRole('button', { name: 'Refresh' }).press('Enter');
    await live.filter({ hasText: /1 new message: Priya Raman, .*, Look:, with code/ }).waitFor({ state: 'attached' });
    const described = await reader.message('let hidden').evaluate((each) => each.getAttribute('aria-description'));
    assert.equal(described, 'Look: and say.');
    await reader.frame.getByRole('group', { name: 'let hidden;' }).waitFor();
    const places = await reader.messages.evaluateAll((all) =>
      all.map((each) => [each.getAttribute('aria-posinset'), each.getAttribute('aria-setsize')].join(' of ')),
    );
    assert.deepEqual(
      places,
      places.map((_, at) => `${at + 1} of ${places.length}`),
    );
    await reader.message('Shall we?').focus();
    await reader.pressKey('r', reader.frame.getByRole('textbox', { name: 'Reply to Priya Raman' }));
    await reader.field.fill('Yes.');
    await workbench.page.keyboard.press('Control+Enter');
    await live.filter({ hasText: /^Sent$/ }).waitFor({ state: 'attached' });
    await reader.frame.getByRole('textbox', { name: `Write to ${room}` }).waitFor();
  });
});
