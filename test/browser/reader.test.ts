import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type OtherPerson, otherPerson } from '../support/harness/otherPerson.ts';
import { projectRoot } from '../support/harness/projectRoot.mjs';
import { test, useWorkbench } from './fixtures.ts';
import { Reader } from './pages/reader.ts';

const room = 'Code reviews';

test.describe('The reader', () => {
  const session = useWorkbench({ 'roomside.reader.showImages': true });
  let reader: Reader;
  let priya: OtherPerson;
  const press = (key: string) => session().workbench.page.keyboard.press(key);
  const focus = () => reader.frame.locator(':focus');
  const newest = () => reader.message('let tide;').last();
  const refresh = () => reader.frame.getByRole('button', { name: 'Refresh' });

  test.beforeAll(async ({ workbench, sandbox }) => {
    reader = new Reader(workbench.page);
    await workbench.enterRooms(() => workbench.signIn(sandbox));
    priya = await otherPerson(sandbox, 'priya.raman@example.com');
    for (const at of ['1:', '2:', '']) {
      await priya.postText(room, `${at}\n\n\`\`\`text\n${'taller than the window\n'.repeat(40)}\`\`\``);
    }
    await priya.postText(room, 'See https://example.com/tides, and src/tide.ts:5.\n\n```ts\nlet tide;\n```');
  });

  test('opens from the row of a room at the newest message', async ({ workbench }) => {
    await workbench.roomsView.inlineAction(room, 'Read Room');
    await workbench.page.locator('.tab.active', { hasText: room }).waitFor();
    const question = reader.message('Is this the way to do it?');
    await question.locator('.author', { hasText: 'Tom Becker' }).waitFor();
    assert.match((await question.locator('time').getAttribute('title')) ?? '', /\d{4}/);
    await question.locator('.hljs-keyword', { hasText: 'def' }).first().waitFor();
    await reader.message('name the rounding mode').locator('.mention', { hasText: '@Tom' }).waitFor();
    const page = await reader.page();
    // Two frames, after which a browser has finished pending layout.
    const left = await page.evaluate(`new Promise((resolve) => {
      const scroller = document.getElementById('scroller');
      const measure = () => resolve(scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight);
      requestAnimationFrame(() => requestAnimationFrame(measure));
    })`);
    assert.ok(Math.abs(Number(left)) <= 1, `${left} pixels away from its end`);
    const block = (text: string) => reader.message(text).last().locator('.block');
    const [below, other] = [await block('1:').boundingBox(), await block('let tide;').boundingBox()];
    assert.ok(below !== null && below.width === other?.width, 'below an author or not');
    await workbench.picture('reader');
    await workbench.runCommand('View: Close Editor');
    await reader.expectClosed();
  });

  test('is read by keys', async ({ workbench }) => {
    await workbench.readRoom(room);
    await newest().and(focus()).waitFor();
    const page = await reader.page();
    const label = /^Priya Raman, .*, See https:.*, with code$/;
    await workbench.until(async () => label.test((await newest().getAttribute('aria-label')) ?? ''));
    await workbench.picture('reader-keyboard');
    const top = (): Promise<number> => page.evaluate<number>(`document.getElementById('scroller').scrollTop`);
    const end = await top();
    await press('PageUp');
    await workbench.until(async () => (await top()) < end);
    await press('PageDown');
    await workbench.until(async () => (await top()) === end);
    const code = reader.message('taller than the window').last().locator('.block');
    const before = await code.boundingBox();
    await press('ArrowUp');
    await code.locator('xpath=ancestor::article').and(focus()).waitFor();
    assert.equal((await code.boundingBox())?.width, before?.width, 'with the focus, its time and its actions');
    await press('ArrowDown');
    const inner = newest().locator('a, button, pre');
    const count = await inner.count();
    assert.ok(count >= 6, `${count} stops`);
    for (let at = 0; at < count; at++) {
      await press('Tab');
      await inner.nth(at).and(focus()).waitFor();
    }
    await press('Tab');
    await reader.frame.locator('#field').and(focus()).waitFor();
  });

  test('announces new messages, and counts those out of sight', async ({ workbench }) => {
    const toNewest = reader.frame.locator('#toNewest');
    await refresh().press('Enter');
    await reader.frame.locator('#note', { hasText: 'No new messages' }).waitFor();
    await newest().focus();
    await press('Home');
    await toNewest.filter({ hasText: /^Jump to Latest$/ }).waitFor();
    await priya.postText(room, 'Just **posted**.');
    await refresh().press('Enter');
    await toNewest.filter({ hasText: 'Jump to Latest (1 new message)' }).waitFor();
    await reader.frame.locator('#live', { hasText: '1 new message' }).waitFor({ state: 'attached' });
    await priya.postText(room, 'And another.');
    await refresh().press('Enter');
    await toNewest.filter({ hasText: 'Jump to Latest (2 new messages)' }).waitFor();
    await workbench.picture('reader-new-messages');
    await toNewest.press('Enter');
    await toNewest.waitFor({ state: 'hidden' });
    await reader.message('Just posted.').locator('strong').waitFor();
  });

  test('has the direction of the language of each message, and code from the left', async () => {
    await priya.postText(room, 'שלום, עולם!\n\n```ts\nlet tide = 1;\n```');
    await refresh().press('Enter');
    await reader.message('שלום').waitFor();
    const page = await reader.page();
    const found = (text: string) =>
      `[...document.querySelectorAll('.body')].find((each) => each.innerText.includes('${text}'))`;
    const directionOf = (node: string) => page.evaluate<string>(`getComputedStyle(${node}).direction`);
    assert.equal(await directionOf(found('שלום')), 'rtl');
    assert.equal(await directionOf(`${found('שלום')}.querySelector('pre')`), 'ltr');
    assert.equal(await directionOf(found('Just posted.')), 'ltr');
  });

  test('opens a file that a message names, and attachments, whose long names it wraps', async ({ workbench }) => {
    await reader.frame.getByRole('button', { name: 'src/tide.ts:5' }).last().press('Enter');
    await workbench.editor.expectActive('tide.ts');
    await workbench.editor.expectPosition(/^Ln 5, /);
    await workbench.runCommand('View: Close Editor');
    const name = `${'a-long-name-'.repeat(20)}.txt`;
    await priya.postFile(room, name, Buffer.from('a note'), 'text/plain');
    await priya.postFile(room, 'notes.txt', Buffer.from('ebbing'), 'text/plain');
    await refresh().press('Enter');
    await reader.frame.locator('.fileName', { hasText: name.slice(0, 100) }).waitFor();
    const page = await reader.page();
    const sides = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.getElementById('scroller'))`;
    assert.equal(await page.evaluate<number>(sides), 0);
    await workbench.picture('reader-long-name');
    const file = reader.frame.locator('.files li', { hasText: 'notes.txt' });
    await file.locator('.fileDetail', { hasText: 'text/plain · 6 bytes' }).waitFor();
    await file.getByRole('button', { name: 'Open: notes.txt' }).click();
    await workbench.page.locator('.tab.active', { hasText: 'notes.txt' }).waitFor();
    await workbench.runCommand('View: Keep Editor');
  });

  test('shows an image as the settings say, opens and saves it', async ({ workbench }) => {
    const { workspaceFolder } = session();
    const picture = await readFile(path.join(projectRoot, 'media/icon.png'));
    await priya.postFile(room, 'diagram.png', picture, 'image/png');
    await workbench.page.locator('.tab', { hasText: room }).click();
    await refresh().press('Enter');
    await reader.frame.getByRole('img', { name: 'diagram.png' }).waitFor();
    assert.equal(await reader.frame.getByRole('button', { name: 'Show Image: diagram.png' }).count(), 0);
    await reader.frame.locator('button.image').last().press('Enter');
    await workbench.page.locator('.tab.active', { hasText: 'diagram.png' }).waitFor();
    // The status bar item of VS Code's image preview: the image is loaded.
    await workbench.statusBar(/^\d+x\d+$/);
    await workbench.picture('attachment-picture');
    await workbench.editor.titleAction('Save Attachment to Workspace…');
    await workbench.input.expectTitle('Save diagram.png to…');
    await workbench.picture('attachment-save');
    await workbench.input.pickOption(path.basename(workspaceFolder));
    await workbench.toast('Saved diagram.png');
    assert.deepEqual(await readFile(path.join(workspaceFolder, 'diagram.png')), picture);
    await workbench.runCommand('View: Close Editor');
  });

  test('keeps at most 200 messages in the page, and reaches the end with one press', async ({ workbench, sandbox }) => {
    // Of several pages, its count would include those of the others.
    await workbench.page.locator('.tab', { hasText: room }).click();
    await workbench.runCommand('View: Close Editor');
    await reader.expectClosed();
    const { ids } = (await sandbox.control('POST', 'rooms', { count: 1, titlePrefix: 'Long' })) as { ids: string[] };
    const markdown = ['Newest.', ...Array.from({ length: 218 }, (_, at) => `Number **${at}**`), 'Oldest.'];
    await sandbox.control('POST', 'messages', { roomId: ids[0], count: markdown.length, markdown });
    await workbench.roomsView.titleAction('Refresh Rooms');
    await workbench.roomsView.inlineAction('Long 1', 'Read Room');
    await reader.message('Newest.').waitFor();
    let most = 0;
    const onScroll = async (): Promise<void> => {
      most = Math.max(most, await reader.messages.count());
    };
    const match = { method: 'GET', path: '/v1/messages' };
    await sandbox.control('POST', 'faults', { match, times: 1, effect: { kind: 'status', status: 400 } });
    const failure = reader.frame.locator('#failure p');
    await reader.scrollUpUntilSeen(failure, onScroll);
    await reader.frame.getByRole('button', { name: 'Refresh' }).press('Enter');
    await failure.waitFor({ state: 'hidden' });
    const beginning = reader.frame.locator('.top', { hasText: 'Beginning of the conversation' });
    await reader.scrollUpUntilSeen(beginning, onScroll);
    await reader.message('Oldest.').waitFor();
    assert.equal(await reader.message('Newest.').count(), 0);
    await reader.messages.first().focus();
    await press('End');
    await reader.message('Newest.').and(focus()).waitFor();
    await onScroll();
    assert.equal(await reader.message('Oldest.').count(), 0);
    assert.equal(most, 200);
  });

  test('says what a reply answers whose message is not loaded, and leads to it', async ({ workbench, sandbox }) => {
    await workbench.runCommand('View: Close Editor');
    await reader.expectClosed();
    const ada = await otherPerson(sandbox, 'ada.park@example.com');
    await ada.postText('Long 1', 'A late reply', 'Number 120');
    await workbench.roomsView.inlineAction('Long 1', 'Read Room');
    await reader.frame.getByRole('button', { name: 'Reply to an earlier message' }).press('Enter');
    const parent = reader.message(/\bNumber 120\b/);
    await parent.and(focus()).waitFor();
    const replies = reader.frame.locator('.thread', { hasText: 'Number 120' }).locator('.replies article');
    await replies.filter({ hasText: 'A late reply' }).waitFor();
    // As when the page begins again at another message while they are on their way.
    const threads = [{ id: 'm', createdMs: 1, day: '', html: '<article>Out of order</article>' }];
    const older = {
      kind: 'messages',
      place: 'older',
      besideId: 'another',
      threads,
      hasOlder: true,
      hasNewer: true,
      top: '',
    };
    await (await reader.page()).evaluate(
      `dispatchEvent(new MessageEvent('message', { data: ${JSON.stringify(older)} }))`,
    );
    assert.equal(await reader.message('Out of order').count(), 0, 'threads that do not precede the first one');
  });

  test('finds an older message while it loads the room, and shows it', async ({ workbench }) => {
    await reader.frame.getByRole('button', { name: 'Search…' }).press('Enter');
    await workbench.input.fill('number 149');
    await workbench.input.expectText('Number **149**');
    await workbench.picture('reader-search');
    await workbench.input.acceptActive('Ada Park');
    await reader
      .message(/\bNumber 149\b/)
      .and(focus())
      .waitFor();
  });

  test('is restored after a reload among older messages, as are an attachment and a draft', async ({ workbench }) => {
    const read = reader.message(/\bNumber 149\b/);
    await read.evaluate((article) => article.scrollIntoView({ block: 'start' }));
    const top = async (): Promise<number> => Math.round((await read.boundingBox())?.y ?? Number.NaN);
    const before = await top();
    await workbench.writeTo(room);
    await workbench.composer.type('Half a thought, to the last key');
    // Moves the focus out of the page, which has its own keys.
    await workbench.page.locator('.tab', { hasText: 'Long 1' }).click();
    await workbench.reloadByCommand();
    await read.waitFor({ timeout: 60_000 });
    await workbench.until(async () => Math.abs((await top()) - before) <= 2);
    await workbench.page.locator('.tab', { hasText: `→ ${room}` }).click();
    await workbench.composer.expectText('Half a thought, to the last key');
    await workbench.page.locator('.tab', { hasText: 'notes.txt' }).click();
    const text = workbench.page.locator('.editor-instance .view-lines').getByText('ebbing', { exact: true });
    await text.waitFor();
    await workbench.runCommand('Roomside: Sign Out');
    await workbench.answerDialog('Sign Out');
    await workbench.statusBar('Signed out');
    await workbench.page.locator('.tab', { hasText: 'notes.txt' }).waitFor({ state: 'detached' });
  });
});
