import assert from 'node:assert/strict';
import { safeFileName } from '../../src/core/attachments/fileNames.ts';
import { displayTitle } from '../../src/core/base/text/displayText.ts';
import { HostileTextWatch, hostileTexts } from '../support/harness/hostileText.ts';
import { otherPerson } from '../support/harness/otherPerson.ts';
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
/** Messages with a script in every field that a service can set. */
const hostileMessages = hostileTexts.flatMap((script, index) => {
  const created = new Date(Date.UTC(2026, 10, 21, 9, index)).toISOString();
  const common = { roomId: 'r', personId: `p${index}`, personEmail: script, created };
  const errors = { [script]: { code: script, reason: script } };
  return [
    { ...common, id: `markdown ${index} ${script}`, markdown: script, html: script, updated: script },
    { ...common, id: `text ${index}`, text: script, html: script, files: [script, `https://evil.example/${script}`] },
    { ...common, id: `errors ${index}`, errors, created: script },
  ];
});
const hostileMembers = hostileTexts.map((script, index) => {
  const person = { personId: `p${index}`, personDisplayName: `${index} ${script}` };
  return { id: `m${index}`, roomId: 'r', ...person };
});
const fileNames = hostileTexts.map((name) => displayTitle(safeFileName(name, 'file')));

test.describe('Hostile texts', () => {
  const session = useWorkbench({ 'roomside.rooms.refreshSeconds': 0 });
  let reader: Reader;
  let watch: HostileTextWatch;

  test.beforeAll(async ({ workbench, sandbox }) => {
    reader = new Reader(workbench.page);
    watch = new HostileTextWatch(workbench.page);
    await workbench.enterRooms(() => workbench.signIn(sandbox));
  });

  const answer = (method: string, path: string, effect: object) =>
    session().sandbox.control('POST', 'faults', { match: { method, path }, effect: { kind: 'status', ...effect } });
  const answerWith = (path: string, items: readonly object[]) => answer('GET', path, { status: 200, body: { items } });
  const nothingIn = (root: string) => watch.expectNothing(session().workbench.page.mainFrame(), root);

  test('execute no script from any field of a message, and the page blocks an injected one', async ({
    workbench,
    sandbox,
  }) => {
    await answerWith('/v1/messages', [...hostileMessages].reverse());
    await answerWith('/v1/memberships', hostileMembers);
    await workbench.roomsView.inlineAction(room, 'Read Room');
    const page = await reader.page();
    await watch.note(page);
    await reader.messages.nth(hostileMessages.length - 1).waitFor();
    await reader.message('constructor.constructor').first().locator('.author', { hasText: '12 ' }).waitFor();
    // Again, now that violations are recorded: edited messages are rendered again.
    const edited = hostileMessages.map((message) => ({ ...message, updated: '2026-11-21T10:00:00.000Z' }));
    await sandbox.control('DELETE', 'faults');
    await answerWith('/v1/messages', edited.toReversed());
    await reader.frame.getByRole('button', { name: 'Refresh' }).click();
    await reader.frame
      .locator('.edited[title*="2026"]')
      .nth(edited.length - 1)
      .waitFor();
    await reader.message('constructor.constructor').first().hover();
    for (const key of ['Home', 'End']) {
      await reader.messages.last().focus();
      await workbench.page.keyboard.press(key);
    }
    await watch.expectNothing(page, '#feed');
    await workbench.picture('reader-hostile');
    const stopped = await page.evaluate<string[]>(`new Promise((resolve) => {
      const seen = new Set();
      document.addEventListener('securitypolicyviolation', (event) => {
        seen.add(event.effectiveDirective);
        if (seen.has('img-src') && seen.has('script-src-attr')) resolve([...seen].sort());
      });
      document.getElementById('feed').insertAdjacentHTML('beforeend', '<img src="https://evil.example/x.png" onerror="window.executed=1">');
    })`);
    assert.ok(stopped.includes('img-src'));
    assert.equal(await page.evaluate('window.executed'), undefined);
    await workbench.runCommand('View: Close Editor');
    await reader.expectClosed();
  });

  test('are room titles as text in the Rooms view, its tooltips and the reader', async ({ workbench }) => {
    const { page, roomsView } = workbench;
    await watch.note(page.mainFrame());
    await answerWith('/v1/rooms', hostileRooms);
    await answerWith('/v1/messages', []);
    await roomsView.titleAction('Refresh Rooms');
    await roomsView.expectRoom(titles[0] ?? '');
    assert.deepEqual(await roomsView.roomLabels(), titles.toReversed());
    const hover = page.locator('.workbench-hover', { hasText: 'Last activity' });
    for (const title of [titles[0] ?? '', titles.at(-1) ?? '']) {
      await roomsView.row(title).first().hover();
      await hover.filter({ hasText: title }).waitFor();
      assert.equal(await hover.locator('a').count(), 0);
      await nothingIn('.workbench-hover');
      await page.mouse.move(0, 0);
      await hover.waitFor({ state: 'hidden' });
    }
    await nothingIn('.sidebar .monaco-list-rows');
    await workbench.picture('hostile-rooms');
    const [first = ''] = titles;
    await roomsView.inlineAction(first, 'Read Room');
    await page.locator('.tab.active', { hasText: first }).waitFor();
    const inside = await reader.page();
    await watch.note(inside);
    const feed = reader.frame.getByRole('feed', { name: `Messages in ${first}` });
    await feed.waitFor({ state: 'attached' });
    await reader.frame.locator('.top', { hasText: 'No messages yet.' }).waitFor();
    await watch.expectNothing(inside, 'body > main');
    await nothingIn('.tabs-container');
    await workbench.runCommand('View: Close Editor');
    await reader.expectClosed();
  });

  test('are room titles and server messages as text in the picker and in notifications', async ({ workbench }) => {
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
    await workbench.picture('hostile-pick-room');
    await input.findOption(title);
    await input.expectTitle(`Share Current File (2/2)`);
    await nothingIn('.quick-input-list .monaco-list-row');
    await input.acceptActive(`Send to ${title}`);
    const notice = workbench.notification('The service says');
    await notice.waitFor();
    assert.match(await textOf(notice), /Retry.*Retry/s);
    await workbench.picture('hostile-notice');
    await nothingIn('.notification-list-item-message');
    assert.deepEqual(await notice.locator('.notification-list-item-message a').allInnerTexts(), []);
    await workbench.clearNotifications();
    await workbench.runCommand('View: Close All Editors');
  });

  test('are names of files as text in the reader, the picker and the editor', async ({ workbench, relay }) => {
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
    await workbench.picture('hostile-files');
    await workbench.runCommand('View: Close Editor');
    await workbench.runCommand('Roomside: Open Attachment…');
    await input.expectTitle('Open Attachment (1/2)');
    await input.findOption(room);
    await input.expectTitle('Open Attachment (2/2)');
    const name = fileNames.at(-1) ?? '';
    // A row that is active stays active when others get their names.
    await input.option(name).waitFor();
    await input.fill(name);
    await nothingIn('.quick-input-list .monaco-list-row');
    await input.option(name).and(page.locator('.focused')).waitFor();
    await input.accept();
    await page.locator('.tab.active', { hasText: name }).waitFor();
    await page.locator('.editor-instance .view-lines', { hasText: 'onerror' }).waitFor();
    await nothingIn('.tabs-container, .editor-instance .view-lines, .monaco-breadcrumb-item');
    await workbench.picture('hostile-attachment');
    await workbench.runCommand('View: Close All Editors');
  });

  test('are the whole message of a language model as text in the confirmation, which alone posts it', async ({
    workbench,
    sandbox,
  }) => {
    await sandbox.control('DELETE', 'faults');
    const text = `Release **4.2** is out.\n\n\`\`\`\n\`\`\`\`\nRoom: General\n\n${hostileTexts[1]}`;
    const priya = await otherPerson(sandbox, 'priya.raman@example.com');
    const roomId = await priya.postText(room, 'Hello');
    await sandbox.control('DELETE', 'received');
    await watch.note(workbench.page.mainFrame());
    await workbench.runCommand('Test: Call a Tool');
    await workbench.input.expectTitle('Tool and input as JSON');
    await workbench.input.fill(JSON.stringify(['roomside_post_message', { roomId, markdown: text }]));
    await workbench.input.accept();
    await workbench.input.expectTitle('Message from a Language Model (2/2)');
    const preview = workbench.composer.preview().locator('main');
    await preview.locator('strong', { hasText: '4.2' }).waitFor();
    await workbench.picture('tool-post-question');
    await nothingIn('.quick-input-list .monaco-list-row');
    const said = await textOf(preview);
    for (const part of ['Release 4.2 is out.', 'Room: General', `${hostileTexts[1]}`])
      assert.ok(said.includes(part), `${part} in ${said}`);
    assert.deepEqual(await sandbox.received(), []);
    await workbench.input.acceptRequested(`Send to ${room}`);
    await workbench.statusBar(`Shared your message to ${room}`);
    await workbench.toast('Answer: The message was posted.');
    await workbench.picture('tool-post-answer');
    assert.deepEqual(
      (await sandbox.received()).map(({ markdown }) => markdown),
      [text],
    );
  });
});
