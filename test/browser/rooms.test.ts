import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Locator } from '@playwright/test';
import { otherPerson } from '../support/harness/otherPerson.ts';
import { test, useWorkbench } from './fixtures.ts';
import { dragOver, dragWithMouse, dropSystemFile } from './pages/drag.ts';
import { Reader } from './pages/reader.ts';

const room = 'Design critique';
/** Of the rooms with unread messages. */
const third = 'Demand forecast';
const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

test.describe('The Rooms view', () => {
  const session = useWorkbench({ 'roomside.rooms.refreshSeconds': 0 });
  const refresh = () => session().workbench.roomsView.titleAction('Refresh Rooms');
  const addFault = (effect: object) =>
    session().sandbox.control('POST', 'faults', { match: { method: 'GET', path: '/v1/rooms' }, effect });
  const icon = () => session().workbench.viewIcon('Roomside');

  test('leads from no rooms and from a failure to the diagnosis and the rooms', async ({
    workbench,
    sandbox,
    relay,
  }) => {
    const { roomsView, input } = workbench;
    await roomsView.open();
    await addFault({ kind: 'empty-list' });
    await workbench.enterSandbox();
    await roomsView.welcomeButton('Refresh').waitFor();
    assert.match(await roomsView.welcomeText(), /^You aren't in any rooms yet\./);
    await sandbox.control('DELETE', 'faults');
    await addFault({ kind: 'html' });
    await roomsView.welcomeButton('Refresh').click();
    await roomsView.expectMessage(`${new URL(relay.origin).host} responded with a web page.`);
    await roomsView.expectRoom('Diagnose');
    assert.deepEqual(await roomsView.labels(), ['Try Again', 'Open Settings', 'Diagnose']);
    await workbench.picture('rooms-failed');
    await roomsView.row('Diagnose').click();
    await input.expectTitle('Diagnose Connection');
    await input.fill('Copy Report');
    await input.option('Copy Report').waitFor();
    await input.fill('');
    await input.expectText('ada.park@example.com');
    await workbench.picture('diagnose-signed-in');
    await input.cancel();
    await sandbox.control('DELETE', 'faults');
    await roomsView.row('Try Again').click();
    await roomsView.expectRoom('Mateo Silva');
    await roomsView.expectNoMessage();
  });

  test('marks and counts unread rooms until they are opened from their row or dropped in the editor area', async ({
    workbench,
    sandbox,
  }) => {
    const { page, roomsView } = workbench;
    const isUnread = page.locator('[aria-label*=", unread, "]');
    const badge = icon().locator('.badge-content');
    const untilRead = (row: Locator) => row.and(page.locator(':not([aria-label*=", unread, "])')).waitFor();
    await sandbox.control('POST', 'rooms', { count: 2, titlePrefix: 'Just now' });
    await refresh();
    const [dropped, clicked] = [roomsView.row('Just now 1').first(), roomsView.row('Just now 2').first()];
    for (const row of [dropped, clicked]) await row.and(isUnread).waitFor();
    await badge.filter({ hasText: /^2$/ }).waitFor();
    await workbench.until(async () => (await roomsView.decoration(dropped)) === '"●"');
    await clicked.click();
    await page.keyboard.press('Enter');
    await badge.filter({ hasText: /^1$/ }).waitFor();
    await untilRead(clicked);
    const group = page.locator('.editor-group-container').last();
    await dragWithMouse(page, dropped, async () => group, page.locator('#monaco-workbench-editor-drop-overlay'));
    await page.locator('.tab.active', { hasText: 'Just now 1' }).waitFor();
    await new Reader(page).frame.locator('#feed[aria-busy="false"]').waitFor({ state: 'attached' });
    await untilRead(dropped);
    await badge.filter({ hasText: /./ }).waitFor({ state: 'hidden' });
    await workbench.until(async () => (await roomsView.decoration(dropped)) === 'none');
    await workbench.until(async () => (await page.locator('.tab', { hasText: 'Just now 1' }).count()) === 1);
    await workbench.expectNoNotification(/Just now 1|room/i);
    assert.deepEqual(await sandbox.received(), []);
    await workbench.runCommand('View: Close All Editors');
    await new Reader(page).expectClosed();
  });

  test('leads by a key to the first unread message of each room, and moves no row before a refresh', async ({
    workbench,
    sandbox,
  }) => {
    const { page, roomsView } = workbench;
    const reader = new Reader(page);
    const readNext = async (): Promise<void> => {
      await page.keyboard.press('Control+K');
      await page.keyboard.press('Control+G');
    };
    const expectRead = async (roomTitle: string, text: string): Promise<void> => {
      await page.locator('.tab.active', { hasText: roomTitle }).waitFor();
      await reader.message(text).and(reader.frame.locator(':focus')).locator('.unread').waitFor();
    };
    const untilFirst = (...expected: readonly string[]) =>
      workbench.until(async () => isDeepStrictEqual((await roomsView.labelsInSight()).slice(0, 3), expected));
    await readNext();
    await workbench.input.expectTitle('No Unread Rooms. Read Room');
    await workbench.input.cancel();
    const priya = await otherPerson(sandbox, 'priya.raman@example.com');
    await priya.postText(third, 'Other news');
    for (const text of ['The first news', 'The second news']) await priya.postText('Code reviews', text);
    await priya.postText('Lunch & coffee ☕', 'Pasta or soup?');
    await refresh();
    await untilFirst('Unread', 'Lunch & coffee ☕', 'Code reviews');
    await workbench.picture('rooms-unread');
    await workbench.runCommand('Roomside: Focus on Rooms View');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await roomsView.row('Unread').locator('.label-description', { hasText: /^3$/ }).waitFor();
    await workbench.picture('rooms-unread-collapsed');
    await page.keyboard.press('ArrowRight');
    await readNext();
    await expectRead('Lunch & coffee ☕', 'Pasta or soup?');
    await readNext();
    await expectRead('Code reviews', 'The first news');
    // While a page has the focus, Enter right after a click can still be one of its keys.
    await workbench.runCommand('View: Close All Editors');
    await reader.expectClosed();
    await roomsView.row(third).first().click();
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasText: third }).waitFor();
    await reader.message('Other news').locator('.unread').waitFor();
    await icon().locator('.badge-content').filter({ hasText: /./ }).waitFor({ state: 'hidden' });
    await untilFirst('Just Read', 'Lunch & coffee ☕', 'Code reviews');
    await refresh();
    await roomsView.row('Just Read').waitFor({ state: 'hidden' });
    await workbench.runCommand('View: Close All Editors');
  });

  test('keeps a room unread from a message that is marked by a key, until the room is opened again', async ({
    workbench,
    sandbox,
  }) => {
    const { page, roomsView } = workbench;
    const reader = new Reader(page);
    const row = roomsView.row('Code reviews').first();
    const isUnread = page.locator('[aria-label*=", unread, "]');
    const first = reader.message('The first news');
    const priya = await otherPerson(sandbox, 'priya.raman@example.com');
    await workbench.readRoom('Code reviews');
    await first.focus();
    await reader.pressKey('Shift+U', first.locator('.unread'));
    await workbench.statusBar('Marked as unread');
    await row.and(isUnread).waitFor();
    await priya.postText('Code reviews', 'The third news');
    await reader.frame.getByRole('button', { name: 'Refresh' }).press('Enter');
    await reader.message('The third news').waitFor();
    await row.and(isUnread).waitFor();
    await workbench.runCommand('View: Close All Editors');
    await reader.expectClosed();
    // The window loses its focus with a page that has it, and nothing is read in a window without.
    await workbench.runCommand('Roomside: Focus on Rooms View');
    await page.keyboard.press('Control+K');
    await page.keyboard.press('Control+G');
    await first.and(reader.frame.locator(':focus')).locator('.unread').waitFor();
    // The row may be out of sight.
    await icon().locator('.badge-content').filter({ hasText: /./ }).waitFor({ state: 'hidden' });
    await refresh();
    await roomsView.row('Just Read').waitFor({ state: 'hidden' });
    await workbench.runCommand('View: Close All Editors');
  });

  test('is filtered while typing; Escape ends that, a click keeps the filter, Enter opens', async ({ workbench }) => {
    const { page, roomsView, input } = workbench;
    // Each heading renders its own rows, and the message is not updated in the same frame.
    const untilShown = (...expected: readonly string[]) =>
      workbench.until(async () => isDeepStrictEqual(await roomsView.labelsInSight(), expected));
    await roomsView.titleAction('Filter Rooms…');
    await input.fill('CRITIQUE');
    await roomsView.expectMessage('Filter: CRITIQUE — 1 of ');
    await untilShown('Matching Rooms', room);
    await input.cancel();
    await roomsView.expectNoMessage();
    await roomsView.row('Matching Rooms').waitFor({ state: 'hidden' });
    await roomsView.titleAction('Filter Rooms…');
    await input.fill('critique');
    await roomsView.expectRoom('Matching Rooms');
    await roomsView.row(room).click();
    await input.expectClosed();
    await roomsView.expectMessage('Filter: critique — 1 of ');
    await untilShown('Matching Rooms', room);
    await workbench.picture('rooms-filtered');
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasText: room }).waitFor();
    await workbench.runCommand('View: Close Editor');
    await roomsView.titleAction('Clear Room Filter');
    await roomsView.expectNoMessage();
    await roomsView.row('Matching Rooms').waitFor({ state: 'hidden' });
  });

  test('pins and hides rooms by their menu', async ({ workbench }) => {
    const { roomsView } = workbench;
    await roomsView.contextMenu('Mateo Silva', 'Pin');
    await roomsView.row('Pinned').waitFor();
    await roomsView.contextMenu('Code reviews', 'Pin for This Workspace');
    await workbench.until(async () => (await roomsView.labels()).slice(1, 3).includes('Code reviews'));
    await roomsView.contextMenu('Announcements', 'Hide');
    await roomsView.row('Announcements').waitFor({ state: 'hidden' });
    const labels = await roomsView.labels();
    assert.deepEqual(new Set(labels.slice(1, 3)), new Set(['Code reviews', 'Mateo Silva']));
    assert.ok(!labels.includes('Announcements'));
    await (await roomsView.reveal('Hidden')).click();
    await workbench.page.keyboard.press('ArrowRight');
    await roomsView.contextMenu('Announcements', 'Unhide');
    await roomsView.row('Hidden').waitFor({ state: 'hidden' });
    await roomsView.reveal('Announcements');
  });

  test('shows the direct room that a selection creates, by keys', async ({ workbench, sandbox }) => {
    const { input, roomsView, editor } = workbench;
    await editor.open('tide.ts');
    await editor.selectLines(15, 15);
    await workbench.runCommand('Roomside: Share Selection to Room…');
    await input.expectTitle('Share Selection (1/2)');
    await input.fill('noor.haddad@example.com');
    await input.expectActive('Message noor.haddad@example.com Directly…');
    await workbench.picture('pick-room-or-person');
    await input.accept();
    await input.expectActive('Noor Haddad');
    await workbench.picture('pick-person');
    await input.accept();
    await input.expectTitle('Share Selection (2/2)');
    await input.expectText('direct message to noor.haddad@example.com');
    await workbench.picture('direct-confirm');
    await input.acceptActive('Send to Noor Haddad');
    await workbench.statusBar('Shared src/tide.ts:15 to Noor Haddad');
    const [sent, ...more] = await sandbox.received();
    assert.deepEqual([sent?.roomTitle, sent?.markdown?.includes('line 15'), more], ['Noor Haddad', true, []]);
    await roomsView.reveal('Noor Haddad');
  });

  test('shares a dropped editor tab, file of the Explorer, and file of the operating system', async ({
    workbench,
    sandbox,
  }) => {
    const { page, explorer, roomsView, input } = workbench;
    const expectSent = async (name: string, bytes: Uint8Array | string): Promise<void> => {
      await input.expectTitle(`Share File (2/2)`);
      await input.acceptActive(`Send to ${room}`);
      await workbench.statusBar(`Shared ${name} to ${room}`);
      const [sent, ...more] = await sandbox.received();
      assert.deepEqual(
        [sent?.roomTitle, sent?.files.map((file) => [file.name, file.sha256]), more],
        [room, [[name, sha256(bytes)]], []],
      );
      await sandbox.control('DELETE', 'received');
    };
    const read = (name: string) => readFile(path.join(session().workspaceFolder, name));
    await workbench.editor.open('server.ts');
    // Before the drag, during which the view cannot scroll.
    const row = await roomsView.reveal(room);
    await dragWithMouse(page, page.getByRole('tab', { name: 'server.ts' }), async () => row);
    await expectSent('server.ts', await read('src/server.ts'));
    await roomsView.reveal(room);
    await explorer.open();
    await dragWithMouse(page, explorer.file('README.md'), async () => {
      await dragOver(page, icon(), row);
      return row;
    });
    await expectSent('README.md', await read('README.md'));
    await dropSystemFile(page, await roomsView.reveal(room), 'tides.csv', 'ebb,flow\n');
    await expectSent('tides.csv', 'ebb,flow\n');
  });
});
