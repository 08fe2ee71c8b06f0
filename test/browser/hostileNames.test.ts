import assert from 'node:assert/strict';
import { safeFileName } from '../../src/core/attachments/fileNames.ts';
import { displayTitle } from '../../src/core/base/text/displayText.ts';
import { HostileTextWatch, hostileTexts } from '../support/harness/hostileText.ts';
import { test, useWorkbench } from './fixtures.ts';
import { Reader } from './pages/reader.ts';
import { textOf } from './pages/textOf.ts';

const room = 'Code reviews';
const titles = hostileTexts.map((text) => displayTitle(text));
const hostileRooms = hostileTexts.map((title, index) => ({
  ...{ id: `hostile-${index}`, title, type: 'group' },
  lastActivity: new Date(Date.UTC(2026, 10, 21, 9, index)).toISOString(),
}));
const contentPath = (index: number): string => `/v1/contents/hostile-${String(index).padStart(2, '0')}`;
const fileNames = hostileTexts.map((name) => displayTitle(safeFileName(name, 'file')));

test.describe('Hostile names', () => {
  const session = useWorkbench({ 'roomside.rooms.refreshSeconds': 0 });
  let reader: Reader;
  let watch: HostileTextWatch;

  test.beforeAll(async ({ workbench }) => {
    reader = new Reader(workbench.page);
    watch = new HostileTextWatch(workbench.page);
    await workbench.enterSandboxRooms();
  });

  const answer = (method: string, path: string, effect: object) =>
    session().sandbox.control('POST', 'faults', { match: { method, path }, effect: { kind: 'status', ...effect } });
  const answerWith = (path: string, items: readonly object[]) => answer('GET', path, { status: 200, body: { items } });
  const nothingIn = (root: string) => watch.expectNothing(session().workbench.page.mainFrame(), root);

  test('shows room titles as text in the Rooms view, its tooltips and the reader', async ({ workbench }) => {
    const { page, roomsView } = workbench;
    await watch.note(page.mainFrame());
    await answerWith('/v1/rooms', hostileRooms);
    await answerWith('/v1/messages', []);
    await roomsView.titleAction('Refresh Rooms');
    await roomsView.expectRoom(titles[0] ?? '');
    assert.deepEqual(await roomsView.roomLabels(), titles.toReversed());
    const hover = page.locator('.workbench-hover', { hasText: 'Last activity' });
    for (const title of titles.filter((_, index) => [0, 5, 6, 7, titles.length - 1].includes(index))) {
      await roomsView.row(title).first().hover();
      await hover.filter({ hasText: title }).waitFor();
      assert.equal(await hover.locator('a').count(), 0);
      await nothingIn('.workbench-hover');
      await page.mouse.move(0, 0);
      await hover.waitFor({ state: 'hidden' });
    }
    await nothingIn('.sidebar .monaco-list-rows');
    await workbench.screenshot('hostile-rooms');
    for (const title of titles.slice(0, 2)) {
      await roomsView.inlineAction(title, 'Read Room');
      await page.locator('.tab.active', { hasText: title }).waitFor();
      const inside = await reader.page();
      await watch.note(inside);
      const feed = reader.frame.getByRole('feed', { name: `Messages in ${title}` });
      await feed.waitFor({ state: 'attached' });
      await reader.frame.locator('.top', { hasText: 'No messages yet.' }).waitFor();
      await watch.expectNothing(inside, 'body > main');
      await nothingIn('.tabs-container');
      await workbench.runCommand('View: Close Editor');
      await reader.expectClosed();
    }
  });

  test('shows room titles and server messages as text in the picker and in error notifications', async ({
    workbench,
  }) => {
    const { page, input } = workbench;
    await answerWith('/v1/rooms', hostileRooms);
    await answer('POST', '/v1/messages', { status: 400, body: { message: hostileTexts.at(-1) } });
    await workbench.roomsView.titleAction('Refresh Rooms');
    const title = titles.at(-1) ?? '';
    await workbench.roomsView.expectRoom(title);
    await workbench.editor.open('server.ts');
    await watch.note(page.mainFrame());
    await workbench.runCommand('Roomside: Share Current File to Room…');
    await input.expectTitle('Share Current File (1/2)');
    await input.option(title).waitFor();
    await nothingIn('.quick-input-list .monaco-list-row');
    await workbench.screenshot('hostile-pick-room');
    await input.findOption(title);
    await input.expectTitle('Share Current File (2/2)');
    await nothingIn('.quick-input-list .monaco-list-row');
    await input.acceptActive(`Send to ${title}`);
    const notice = workbench.notification('The service says');
    await notice.waitFor();
    assert.match(await textOf(notice), /Retry.*Retry/s);
    await workbench.screenshot('hostile-notice');
    await nothingIn('.notification-list-item-message');
    assert.deepEqual(await notice.locator('.notification-list-item-message a').allInnerTexts(), []);
    await workbench.clearNotifications();
    await workbench.runCommand('View: Close All Editors');
  });

  test('shows names from Content-Disposition as text in the reader, the picker and the editor', async ({
    workbench,
    relay,
  }) => {
    const { page, input } = workbench;
    await session().sandbox.control('DELETE', 'faults');
    await workbench.roomsView.titleAction('Refresh Rooms');
    await workbench.roomsView.expectRoom(room);
    const files = hostileTexts.map((_, index) => `${relay.origin}${contentPath(index)}`);
    const message = { id: 'files', roomId: 'r', created: '2026-11-21T09:00:00.000Z', files };
    await answerWith('/v1/messages', [message]);
    for (const [index, name] of hostileTexts.entries()) {
      const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
      const headers = { 'content-disposition': `attachment; filename*=UTF-8''${encoded}` };
      const body = hostileTexts.join('\n');
      const size = { 'content-length': String(Buffer.byteLength(body)) };
      const head = { ...headers, ...size };
      await answer('HEAD', contentPath(index), { status: 200, headers: head, contentType: 'text/html; <script>' });
      await answer('GET', contentPath(index), { status: 200, headers, body });
    }
    await workbench.roomsView.inlineAction(room, 'Read Room');
    const inside = await reader.page();
    await watch.note(inside);
    const rows = reader.frame.locator('.fileName');
    await rows.nth(files.length - 1).waitFor();
    assert.deepEqual(await rows.allInnerTexts(), fileNames);
    await watch.expectNothing(inside, '#feed');
    await workbench.screenshot('hostile-files');
    await workbench.runCommand('View: Close Editor');
    await workbench.runCommand('Roomside: Open Attachment…');
    await input.expectTitle('Open Attachment (1/2)');
    await input.findOption(room);
    await input.expectTitle('Open Attachment (2/2)');
    const name = fileNames.at(-1) ?? '';
    await input.fill(name);
    await input.option(name).waitFor();
    await nothingIn('.quick-input-list .monaco-list-row');
    await input.option(name).and(page.locator('.focused')).waitFor();
    await input.accept();
    await page.locator('.tab.active', { hasText: name }).waitFor();
    await page.locator('.editor-instance .view-lines', { hasText: 'onerror' }).waitFor();
    await nothingIn('.tabs-container, .editor-instance .view-lines, .monaco-breadcrumb-item');
    await workbench.screenshot('hostile-attachment');
  });
});
