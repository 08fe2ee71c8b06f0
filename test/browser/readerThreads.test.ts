import assert from 'node:assert/strict';
import { seedFiles } from '../../src/servers/sandbox/seed/files.ts';
import { type OtherPerson, otherPerson } from '../support/harness/otherPerson.ts';
import { test, useWorkbench } from './fixtures.ts';
import { Reader } from './pages/reader.ts';
import { seriousFindings } from './pages/seriousFindings.ts';
import type { Workbench } from './pages/workbench.ts';

const room = 'Code reviews';
/** One of each kind of content. */
const sampleContent = [
  'See [the guide](<https://example.com/guide>), <@personEmail:ada.park@example.com|Ada>: `inline()`, **bold**, *italic*.',
  '> What was said before',
  '- one\n- two',
  '```ts\n// Says when the water turns.\n@once\nexport class Tide extends Moon {\n  /** Metres. */\n  readonly level = 4.2;\n  name: string = "ebb";\n  turn(at: Date): boolean { return /x+/.test(this.name) && at !== null; }\n}\n```',
  '```diff\n@@ -1,2 +1,2 @@\n-const old = 1;\n+const fresh = 2;\n same\n```',
  '```css\n.tide > a { color: #fff; }\n```',
].join('\n\n');

test.describe('Threads, own messages and images in the reader', () => {
  useWorkbench();
  let reader: Reader;
  let priya: OtherPerson;
  const refresh = () => reader.frame.getByRole('button', { name: 'Refresh' }).press('Enter');
  const thread = (text: string) => reader.frame.locator('.thread', { hasText: text });

  test.beforeAll(async ({ workbench, sandbox }) => {
    reader = new Reader(workbench.page);
    await workbench.enterRooms(() => workbench.signIn(sandbox));
    priya = await otherPerson(sandbox, 'priya.raman@example.com');
    await priya.postText(room, 'Which rounding is right?');
    await priya.postText(room, 'Lunch?');
    await workbench.runCommand('Roomside: Read Room');
    await workbench.input.expectTitle('Read Room');
    await workbench.input.fill(room);
    await workbench.input.acceptActive(room);
    await reader.message('Lunch?').and(reader.frame.locator(':focus')).waitFor();
  });

  /** Waits until the last messages are these, separated by a bar. The parts of a page arrive one after the other. */
  const untilLast = (workbench: Workbench, texts: RegExp) =>
    workbench.until(async () => texts.test((await reader.messages.allInnerTexts()).join('|')));

  test('replies in the thread of a message, by keys', async ({ workbench, sandbox }) => {
    await workbench.page.keyboard.press('ArrowUp');
    const question = reader.message('Which rounding is right?');
    await question.and(reader.frame.locator(':focus')).waitFor();
    await reader.pressUntil('r', reader.field.and(reader.frame.locator(':focus')));
    await reader.frame.locator('#replyTo', { hasText: 'Reply to Priya Raman' }).waitFor();
    await workbench.page.keyboard.type('Half to even.');
    await workbench.picture('reader-reply');
    await workbench.page.keyboard.press('Control+Enter');
    const sent = async () => (await sandbox.received()).filter(({ markdown }) => markdown === 'Half to even.');
    await workbench.until(async () => (await sent()).length === 1);
    assert.ok((await sent())[0]?.parentId);
    const shown = thread('Which rounding is right?');
    await shown.locator('.replies article', { hasText: 'Half to even.' }).waitFor();
    await untilLast(workbench, /Which rounding[^|]*\|[^|]*Half to even[^|]*$/);
  });

  test('shows the newest two of five replies, and all on demand', async ({ workbench }) => {
    for (const at of [1, 2, 3, 4]) await priya.postText(room, `Reply number ${at}`, 'Which rounding is right?');
    await refresh();
    const replies = thread('Which rounding is right?').locator('.replies article');
    const more = thread('Which rounding is right?').getByRole('button', { name: 'Show 3 more replies' });
    await more.waitFor();
    assert.equal(await replies.count(), 2);
    await reader.frame.locator('#toNewest').waitFor({ state: 'hidden' });
    await workbench.picture('reader-thread');
    await more.press('Enter');
    await replies.filter({ hasText: 'Half to even.' }).waitFor();
    assert.equal(await replies.count(), 5);
    await workbench.picture('reader-thread-open');
    await reader.frame.getByRole('button', { name: 'Hide replies' }).press('Enter');
    await more.waitFor();
    await priya.postText(room, 'Dinner?');
    await priya.postText(room, 'Late answer', 'Lunch?');
    await refresh();
    await thread('Lunch?').locator('.replies article', { hasText: 'Late answer' }).waitFor();
    await untilLast(workbench, /Dinner[^|]*\|[^|]*Lunch[^|]*\|[^|]*Late answer[^|]*$/);
  });

  test('deletes an own message after a question, and no other', async ({ workbench }) => {
    await reader.message('Dinner?').focus();
    await reader.pressUntil('Delete', reader.frame.locator('#note', { hasText: 'Not available for this message.' }));
    await thread('Which rounding is right?').getByRole('button', { name: 'Show 3 more replies' }).press('Enter');
    const own = thread('Which rounding is right?').locator('.replies article', { hasText: 'Half to even.' });
    await own.focus();
    await reader.pressUntil('Delete', workbench.page.locator('.monaco-dialog-box'));
    await workbench.picture('reader-delete');
    assert.match(
      await workbench.answerDialog('Delete'),
      /Delete your message from “Code reviews”\?.*“Half to even\.”/s,
    );
    await reader.message('This message was deleted.').waitFor();
    assert.equal(await own.count(), 0);
    const neighbour = thread('Which rounding is right?').locator('.replies article', { hasText: 'Reply number 1' });
    await neighbour.and(reader.frame.locator(':focus')).waitFor();
    await refresh();
    await reader.frame.locator('#note', { hasText: 'No new messages' }).waitFor();
    assert.equal(await reader.message('This message was deleted.').count(), 1);
  });

  test('shows images on request, and passes axe in four themes', async ({ workbench }) => {
    await priya.postText(room, sampleContent);
    await priya.postFile(room, 'notes.txt', Buffer.from('a note'), 'text/plain');
    await priya.postFile(room, 'latency.png', seedFiles['latency-after-fix.png'].bytes(), 'image/png');
    await priya.postFile(room, 'broken.png', Buffer.from('<svg/>'), 'image/png');
    await refresh();
    await reader.frame.getByRole('button', { name: 'Show Image: broken.png' }).press('Enter');
    await reader.frame.locator('.files li', { hasText: "This file can't be shown as an image." }).waitFor();
    await reader.frame.getByRole('button', { name: 'Show Image: latency.png' }).dblclick();
    // Once, although it was requested twice.
    const image = reader.frame.getByRole('img', { name: 'latency.png' });
    await image.waitFor();
    assert.equal(await image.evaluate((shown) => (shown as unknown as { naturalWidth: number }).naturalWidth), 320);
    await workbench.picture('reader-image');
    await reader.frame.getByRole('button', { name: 'Jump to First Unread' }).press('Enter');
    const unread = reader.message('Which rounding is right?').and(reader.frame.locator(':focus'));
    await unread.locator('.unread', { hasText: 'New messages' }).waitFor();
    await reader.message('the guide').locator('.hljs-addition').waitFor();
    await reader.frame.locator('.fileName', { hasText: 'notes.txt' }).waitFor();
    await workbench.picture('reader-first-unread');
    await workbench.inEveryTheme(async (theme) => {
      assert.deepEqual(await seriousFindings(image, theme), [], theme);
    });
    await reader.frame.locator('button.image').press('Enter');
    await workbench.page.locator('.tab.active', { hasText: 'latency.png' }).waitFor();
  });

  test('says what a reply answers whose message is not loaded, and leads to it', async ({ workbench, sandbox }) => {
    await workbench.runCommand('View: Close All Editors');
    await reader.expectClosed();
    const { ids } = (await sandbox.control('POST', 'rooms', { count: 1, titlePrefix: 'Long' })) as { ids: string[] };
    const markdown = Array.from({ length: 150 }, (_, at) => `Number **${at}**`);
    await sandbox.control('POST', 'messages', { roomId: ids[0], count: markdown.length, markdown });
    const ada = await otherPerson(sandbox, 'ada.park@example.com');
    await ada.postText('Long 1', 'A late reply', 'Number 120');
    await workbench.roomsView.titleAction('Refresh Rooms');
    await workbench.runCommand('Roomside: Read Room');
    await workbench.input.fill('Long 1');
    await workbench.input.acceptActive('Long 1');
    await reader.message('A late reply').and(reader.frame.locator(':focus')).waitFor();
    await reader.frame.getByRole('button', { name: 'Reply to an earlier message' }).press('Enter');
    const parent = reader.message(/\bNumber 120\b/);
    await parent.and(reader.frame.locator(':focus')).waitFor();
    await thread('Number 120').locator('.replies article', { hasText: 'A late reply' }).waitFor();
  });

  test('finds an older message while it loads the room, and shows it', async ({ workbench }) => {
    await reader.frame.getByRole('button', { name: 'Search…' }).press('Enter');
    await workbench.input.fill('number 149');
    await workbench.input.expectText('Number **149**');
    await workbench.picture('reader-search');
    await workbench.input.acceptActive('Ada Park');
    await reader
      .message(/\bNumber 149\b/)
      .and(reader.frame.locator(':focus'))
      .waitFor();
  });
});
