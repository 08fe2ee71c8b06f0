import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { test, useWorkbench } from './fixtures.ts';
import { dragOver, dragWithMouse, dropSystemFile } from './pages/drag.ts';
import { Reader } from './pages/reader.ts';

const room = 'Design critique';
const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

test.describe('The rows of the Rooms view', () => {
  const session = useWorkbench({ 'roomside.rooms.refreshSeconds': 0 });

  test.beforeAll(async ({ workbench }) => {
    await workbench.enterSandboxRooms();
  });

  async function confirmed(name: string): Promise<unknown> {
    const { workbench, sandbox } = session();
    await workbench.input.expectTitle('Share File (2/2)');
    await workbench.input.acceptActive(`Send to ${room}`);
    await workbench.statusBar(`Shared ${name} to ${room}`);
    return (await sandbox.received()).map(({ files, roomTitle }) => ({
      roomTitle,
      files: files.map((file) => ({ name: file.name, sha256: file.sha256 })),
    }));
  }
  const fileOfWorkspace = (name: string) => readFile(path.join(session().workspaceFolder, name));
  const sent = (name: string, bytes: Uint8Array | string) => [
    { roomTitle: room, files: [{ name, sha256: sha256(bytes) }] },
  ];

  test('accept an editor tab and share its file', async ({ workbench }) => {
    await workbench.editor.open('server.ts');
    const tab = workbench.page.getByRole('tab', { name: 'server.ts' });
    await dragWithMouse(workbench.page, tab, async () => workbench.roomsView.row(room).first());
    assert.deepEqual(await confirmed('server.ts'), sent('server.ts', await fileOfWorkspace('src/server.ts')));
  });

  test('accept a file of the Explorer that is dragged over the icon of the view', async ({ workbench }) => {
    const { page, explorer, roomsView } = workbench;
    await explorer.open();
    await dragWithMouse(page, explorer.file('README.md'), async () => {
      const row = roomsView.row(room).first();
      await dragOver(page, page.locator('.activitybar .action-label[aria-label^="Roomside"]'), row);
      return row;
    });
    assert.deepEqual(await confirmed('README.md'), sent('README.md', await fileOfWorkspace('README.md')));
  });

  async function addActivity(title: string): Promise<Locator> {
    const { workbench, sandbox } = session();
    await sandbox.control('POST', 'rooms', { count: 1, titlePrefix: title });
    await workbench.roomsView.titleAction('Refresh Rooms');
    const row = workbench.roomsView.row(`${title} 1`).first();
    await row.and(workbench.page.locator('[aria-label*=" 1, unread, "]')).waitFor();
    return row;
  }
  const untilRead = (row: Locator) =>
    row.and(session().workbench.page.locator(':not([aria-label*=" 1, unread, "])')).waitFor();

  test('are marked while unread, and open in the reader when dropped in the editor area', async ({ workbench }) => {
    const { page, roomsView } = workbench;
    const row = await addActivity('Just now');
    await workbench.until(async () => (await roomsView.decoration(row)) === '"●"');
    await workbench.screenshot('rooms-news');
    const group = page.locator('.editor-group-container').last();
    await dragWithMouse(page, row, async () => group, page.locator('#monaco-workbench-editor-drop-overlay'));
    await page.locator('.tab.active', { hasText: 'Just now 1' }).waitFor();
    await new Reader(page).frame.locator('#feed[aria-busy="false"]').waitFor({ state: 'attached' });
    await untilRead(row);
    await workbench.until(async () => (await roomsView.decoration(row)) === 'none');
    await workbench.screenshot('rooms-dropped');
    await workbench.until(async () => (await page.locator('.tab', { hasText: 'Just now 1' }).count()) === 1);
    await workbench.expectNoNotification(/Just now 1|room/i);
    await workbench.runCommand('View: Close Editor');
    await page.locator('.tab', { hasText: 'Just now 1' }).waitFor({ state: 'hidden' });
  });

  test('are counted in the badge until a click marks them as read, without other effects', async ({
    workbench,
    sandbox,
  }) => {
    const icon = workbench.page.locator('.activitybar .action-item').filter({
      has: workbench.page.locator('.action-label[aria-label^="Roomside"]'),
    });
    const row = await addActivity('Then');
    await icon.locator('.badge-content', { hasText: /^1$/ }).waitFor();
    await row.click();
    await icon.locator('.badge-content').filter({ hasText: /./ }).waitFor({ state: 'hidden' });
    await untilRead(row);
    await workbench.input.expectClosed();
    assert.deepEqual(await sandbox.received(), []);
  });

  test('are filtered while typing, restored by Escape, kept by a click, and opened by Enter', async ({ workbench }) => {
    const before = await workbench.roomsView.labels();
    await workbench.roomsView.titleAction('Filter Rooms…');
    await workbench.input.fill('CRITIQUE');
    await workbench.roomsView.expectMessage('Filter: CRITIQUE — 1 of ');
    // The rows and the message are not updated in the same frame.
    await workbench.roomsView.expectRoom('Matching Rooms');
    assert.deepEqual(await workbench.roomsView.labelsInSight(), ['Matching Rooms', room]);
    await workbench.input.cancel();
    await workbench.roomsView.expectNoMessage();
    await workbench.roomsView.row('Matching Rooms').waitFor({ state: 'hidden' });
    assert.deepEqual(await workbench.roomsView.labels(), before);
    await workbench.roomsView.titleAction('Filter Rooms…');
    await workbench.input.fill('critique');
    await workbench.roomsView.expectRoom('Matching Rooms');
    await workbench.roomsView.row(room).click();
    await workbench.input.expectClosed();
    await workbench.roomsView.expectMessage('Filter: critique — 1 of ');
    assert.deepEqual(await workbench.roomsView.labels(), ['Matching Rooms', room]);
    await workbench.screenshot('rooms-filtered');
    await workbench.page.keyboard.press('Enter');
    await workbench.page.locator('.tab.active', { hasText: room }).waitFor();
    // The next tests share the file in the editor behind it.
    await workbench.runCommand('View: Close Editor');
    await workbench.roomsView.titleAction('Clear Filter');
    await workbench.roomsView.expectNoMessage();
    await workbench.roomsView.row('Matching Rooms').waitFor({ state: 'hidden' });
  });

  test('are pinned, pinned for the workspace, and hidden; the picker follows', async ({ workbench }) => {
    const { roomsView, input } = workbench;
    await roomsView.contextMenu('Mateo Silva', 'Pin');
    await roomsView.row('Pinned').waitFor();
    await roomsView.contextMenu('Code reviews', 'Pin for This Workspace');
    await workbench.until(async () => (await roomsView.labels()).slice(1, 3).includes('Code reviews'));
    await roomsView.contextMenu('Announcements', 'Hide');
    await roomsView.row('Announcements').waitFor({ state: 'hidden' });
    const labels = await roomsView.labels();
    assert.deepEqual(new Set(labels.slice(1, 3)), new Set(['Code reviews', 'Mateo Silva']));
    assert.ok(!labels.includes('Announcements'));
    await workbench.runCommand('Roomside: Share Current File to Room…');
    await input.expectTitle('Share Current File (1/2)');
    await input.option('Code reviews').waitFor();
    assert.equal((await input.labels())[0]?.trim(), 'Code reviews');
    await workbench.screenshot('pick-room');
    await input.fill('announce');
    await input.option('Announcements').waitFor();
    assert.match((await input.texts())[0] ?? '', /hidden/);
    await workbench.screenshot('pick-hidden-room');
    await input.cancel();
    await workbench.runCommand('Roomside: Show Hidden Rooms');
    await roomsView.contextMenu('Announcements', 'Unhide');
    await workbench.runCommand("Roomside: Don't Show Hidden Rooms");
    await roomsView.reveal('Announcements');
  });

  test('are found by the person of a direct room', async ({ workbench, sandbox }) => {
    const { input } = workbench;
    await workbench.runCommand('Roomside: Share Current File to Room…');
    await input.expectTitle('Share Current File (1/2)');
    await input.fill('mat');
    await input.pressButton('Send to a Person…');
    // The list of rooms has an option with the same label.
    await input.pickDescribed('Mateo Silva', 'mateo.silva@example.com');
    await input.expectTitle('Share Current File (2/2)');
    await input.option('Send to Mateo Silva').waitFor();
    await input.expectText('direct room with mateo.silva@example.com');
    await workbench.screenshot('confirm-audience');
    await input.acceptActive('Send to Mateo Silva');
    await workbench.statusBar('Shared server.ts to Mateo Silva');
    assert.deepEqual(
      (await sandbox.received()).map(({ roomTitle }) => roomTitle),
      ['Mateo Silva'],
    );
  });

  test('show the direct room that a selection creates, shared to a person by keys', async ({ workbench, sandbox }) => {
    const { input } = workbench;
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(15, 15);
    await workbench.runCommand('Roomside: Share Selection to Room…');
    await input.expectTitle('Share Selection (1/2)');
    await input.fill('noor.haddad@example.com');
    await workbench.screenshot('pick-person-by-address');
    await input.acceptActive('Message noor.haddad@example.com Directly…');
    await input.option('Noor Haddad').waitFor();
    await workbench.screenshot('pick-person');
    await input.acceptActive('Noor Haddad');
    await input.expectTitle('Share Selection (2/2)');
    await input.expectText('direct message to noor.haddad@example.com');
    await workbench.screenshot('confirm-person');
    await input.acceptActive('Send to Noor Haddad');
    await workbench.statusBar('Shared src/tide.ts:15 to Noor Haddad');
    assert.deepEqual(
      (await sandbox.received()).map(({ roomTitle, markdown = '' }) => [roomTitle, markdown.includes('line 15')]),
      [['Noor Haddad', true]],
    );
    await workbench.roomsView.reveal('Noor Haddad');
    await workbench.screenshot('rooms-with-person');
  });

  test('accept a file of the operating system', async ({ workbench }) => {
    await dropSystemFile(workbench.page, await workbench.roomsView.reveal(room), 'tides.csv', 'ebb,flow\n');
    assert.deepEqual(await confirmed('tides.csv'), sent('tides.csv', 'ebb,flow\n'));
  });
});
