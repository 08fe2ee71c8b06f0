import assert from 'node:assert/strict';
import { seedFiles } from '../../src/servers/sandbox/seed/files.ts';
import { type OtherPerson, otherPerson } from '../support/harness/otherPerson.ts';
import { test, useWorkbench } from './fixtures.ts';
import { Reader } from './pages/reader.ts';
import { seriousFindings } from './pages/seriousFindings.ts';
import type { Workbench } from './pages/workbench.ts';

const room = 'Code reviews';
const shared = '**src/tide.ts** · lines 5–6 · TypeScript\n\n```ts\nlet level = 0;\nlet ebb = 1;\n```';
/** One of each kind of content. */
const sampleContent = [
  'See [the guide](<https://example.com/guide>), <@personEmail:ada.park@example.com|Ada>: `inline()`, **bold**, *italic*.',
  '> What was said before',
  '- one\n- two',
  '```ts\n// Says when the water turns.\n@once\nexport class Tide extends Moon {\n  /** Metres. */\n  readonly level = 4.2;\n  name: string = "ebb";\n  turn(at: Date): boolean { return /x+/.test(this.name) && at !== null; }\n}\n```',
  '```diff\n@@ -1,2 +1,2 @@\n-const old = 1;\n+const fresh = 2;\n same\n```',
  '```css\n.tide > a { color: #fff; }\n```',
].join('\n\n');

test.describe('Keys, threads, own messages and images in the reader', () => {
  const session = useWorkbench();
  let reader: Reader;
  let priya: OtherPerson;
  const press = (key: string) => session().workbench.page.keyboard.press(key);
  const focus = () => reader.frame.locator(':focus');
  const code = () => reader.message('src/tide.ts').last();
  const question = () => reader.message('Shall we?');
  const refresh = () => reader.frame.getByRole('button', { name: 'Refresh' }).press('Enter');
  const thread = (text: string) => reader.frame.locator('.thread', { hasText: text });

  test.beforeAll(async ({ workbench, sandbox }) => {
    reader = new Reader(workbench.page);
    await workbench.enterRooms(() => workbench.signIn(sandbox));
    priya = await otherPerson(sandbox, 'priya.raman@example.com');
    await priya.postText(room, 'Shall we?');
    await priya.postText(room, shared);
    await workbench.readRoom(room);
    await code().and(focus()).waitFor();
  });

  test('opens the menu of a message, and copies its code, by keys', async ({ workbench }) => {
    await press('Shift+F10');
    const item = workbench.page.locator('.monaco-menu .action-label', { hasText: 'Go to File' });
    await item.waitFor();
    await workbench.picture('reader-menu');
    await press('Escape');
    await item.waitFor({ state: 'hidden' });
    await code().focus();
    await reader.pressKey('c', workbench.page.locator('.statusbar-item', { hasText: 'Copied' }));
    assert.equal(await workbench.clipboard(), 'let level = 0;\nlet ebb = 1;');
  });

  test('runs the command of a key for its message, also when that is rendered again and the focus is elsewhere', async () => {
    await question().focus();
    // As with an extension host that is busy.
    await (await reader.page()).evaluate(`{
      const message = document.activeElement;
      const press = (key) => message.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      press('r');
      press('ArrowDown');
      const thread = { id: message.dataset.id, createdMs: Number(message.dataset.createdMs), day: '', html: message.outerHTML };
      dispatchEvent(new MessageEvent('message', { data: { kind: 'changed', threads: [thread] } }));
      dispatchEvent(new MessageEvent('message', { data: { kind: 'run', action: 'reply' } }));
    }`);
    await reader.frame.locator('#replyToLine', { hasText: 'Shall we?' }).waitFor();
    await reader.frame.getByRole('button', { name: 'Cancel Reply' }).press('Enter');
    await code().focus();
  });

  test('goes to the file with Enter, and comes back to the message', async ({ workbench }) => {
    await press('ArrowUp');
    await question().and(focus()).waitFor();
    await press('ArrowDown');
    await code().and(focus()).waitFor();
    await press('Enter');
    await workbench.editor.expectActive('tide.ts');
    await workbench.runCommand('View: Close Editor');
    await code().and(focus()).waitFor();
    await reader.pressKey('g', workbench.page.locator('.tab.active', { hasText: 'tide.ts' }));
    await workbench.editor.expectPosition(/^Ln 6, .*selected\)$/);
    await workbench.runCommand('View: Close Editor');
    await code().and(focus()).waitFor();
    await press('ArrowUp');
    await question().and(focus()).waitFor();
    await reader.pressKey('w', reader.field.and(focus()));
    // Another editor in the same group hides the page.
    await workbench.editor.open('tide.ts');
    await workbench.runCommand('View: Close Editor');
    await press('Escape');
    await question().and(focus()).waitFor();
    const label = /^Priya Raman, .*src\/tide\.ts.*, with code$/;
    await workbench.until(async () => label.test((await code().getAttribute('aria-label')) ?? ''));
  });

  test('lists the keys, and ends them in a search field', async ({ workbench }) => {
    await workbench.page.locator('.tab', { hasText: room }).click();
    await code().focus();
    const keys = workbench.page.locator('.quick-input-title', { hasText: 'Keyboard Shortcuts of the Room View' });
    await reader.pressKey('Shift+?', keys);
    await workbench.picture('reader-keys');
    await workbench.input.cancel();
    await code().and(focus()).waitFor();
    await reader.pressKey('/', workbench.page.locator('.quick-input-title', { hasText: `Search in ${room}` }));
    await workbench.page.keyboard.type('drug');
    assert.equal(await workbench.page.locator('.quick-input-box input').inputValue(), 'drug');
    await workbench.input.cancel();
    await code().and(focus()).waitFor();
    await press('Control+F');
    const find = workbench.page.locator('.simple-find-part.visible input');
    await find.and(workbench.page.locator(':focus')).waitFor();
    await workbench.page.keyboard.type('drug');
    assert.equal(await find.inputValue(), 'drug');
    await press('Escape');
  });

  test('replies with the selection of the last editor, after the confirmation', async ({ workbench, sandbox }) => {
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(2, 3);
    await workbench.page.locator('.tab', { hasText: room }).click();
    await code().focus();
    const choice = workbench.page.locator('.quick-input-list .monaco-list-row', {
      hasText: 'as a reply to Priya Raman',
    });
    await reader.pressKey('s', choice);
    await workbench.picture('reader-with-selection');
    await press('Enter');
    await workbench.until(async () =>
      (await sandbox.received()).some(({ markdown }) => markdown?.includes('lines 2–3')),
    );
    const sent = (await sandbox.received()).find(({ markdown }) => markdown?.includes('lines 2–3'));
    assert.ok(sent?.parentId);
    await workbench.page.locator('.tab.active', { hasText: room }).waitFor();
  });

  test('takes keys before the extension knows where the focus is', async ({ workbench, sandbox }) => {
    await question().focus();
    const host = await workbench.extensionHostId();
    await reader.field.click();
    // The people come from the extension, which has heard of the field then.
    await press('@');
    await reader.frame.getByRole('option').first().waitFor();
    await press('Backspace');
    const whileItStands = async (act: () => Promise<void>): Promise<void> => {
      process.kill(host, 'SIGSTOP');
      await act().finally(() => process.kill(host, 'SIGCONT'));
    };
    await whileItStands(async () => {
      await press('Escape');
      await question().and(focus()).waitFor();
      await press('r');
    });
    await reader.frame.locator('#replyTo', { hasText: 'Priya Raman' }).waitFor();
    await press('Escape');
    await question().and(focus()).waitFor();
    await whileItStands(async () => {
      await reader.field.click();
      await workbench.page.keyboard.insertText('At once');
      await press('Control+Enter');
    });
    await workbench.until(async () => (await sandbox.received()).some(({ markdown }) => markdown === 'At once'));
  });

  test('keeps a text that was not sent, and opens it as a draft when the page is closed', async ({
    workbench,
    sandbox,
  }) => {
    await code().focus();
    await reader.pressKey('w', reader.field.and(focus()));
    const match = { method: 'POST', path: '/v1/messages' };
    await sandbox.control('POST', 'faults', { match, times: 1, effect: { kind: 'status', status: 400 } });
    await workbench.page.keyboard.type('A long story');
    await reader.pressKey('Control+Enter', reader.frame.locator('#notSent', { hasText: `Not sent to “${room}”.` }));
    await workbench.picture('reader-not-sent');
    assert.equal(await reader.field.inputValue(), 'A long story');
    await workbench.editor.open('tide.ts');
    await workbench.page.locator('.tab', { hasText: room }).click();
    await reader.field.waitFor();
    assert.equal(await reader.field.inputValue(), 'A long story');
    await workbench.runCommand('View: Close Editor');
    await workbench.composer.expectOpen(room);
    await workbench.composer.expectText('A long story');
    await workbench.runCommand('View: Close All Editors');
    await reader.expectClosed();
  });

  /** Waits until the last messages are these, separated by a bar. The parts of a page arrive one after the other. */
  const untilLast = (workbench: Workbench, texts: RegExp) =>
    workbench.until(async () => texts.test((await reader.messages.allInnerTexts()).join('|')));

  test('replies in the thread of a message, by keys', async ({ workbench, sandbox }) => {
    await priya.postText(room, 'Which rounding is right?');
    await priya.postText(room, 'Lunch?');
    await workbench.readRoom(room);
    await reader.message('Lunch?').and(focus()).waitFor();
    await press('ArrowUp');
    const question = reader.message('Which rounding is right?');
    await question.and(focus()).waitFor();
    await reader.pressKey('r', reader.field.and(focus()));
    await reader.frame.locator('#replyTo', { hasText: 'Reply to Priya Raman' }).waitFor();
    await workbench.page.keyboard.type('Half to even.');
    await workbench.picture('reader-reply');
    const shown = thread('Which rounding is right?');
    await reader.pressKey('Control+Enter', shown.locator('.replies article', { hasText: 'Half to even.' }));
    const sent = (await sandbox.received()).filter(({ markdown }) => markdown === 'Half to even.');
    assert.equal(sent.length, 1);
    assert.ok(sent[0]?.parentId);
    await untilLast(workbench, /Which rounding[^|]*\|[^|]*Half to even[^|]*$/);
  });

  test('edits an own message in the draft editor, by keys', async ({ workbench, sandbox }) => {
    await workbench.readRoom(room);
    await reader.field.fill('Round half up.');
    await reader.field.press('Control+Enter');
    await reader.message('Round half up.').focus();
    await reader.pressKey('e', workbench.page.locator('.tab.active', { hasText: `→ ${room}` }));
    await workbench.composer.expectText('Round half up.');
    await workbench.statusBar(/Replaces your message/);
    await workbench.picture('reader-edit');
    await press('ControlOrMeta+A');
    await workbench.composer.write('Round half to **even**.');
    await workbench.composer.sendByKeys();
    await workbench.statusBar(`Edited the message to “${room}”`);
    await reader.message('Round half to even.').locator('strong', { hasText: 'even' }).waitFor();
    await reader.message('Round half to even.').getByText('edited').waitFor();
    const sent = (await sandbox.received()).filter(({ markdown }) => markdown?.includes('Round half'));
    assert.equal(sent.length, 1, 'nothing is sent again');
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
    await reader.pressKey('Delete', reader.frame.locator('#note', { hasText: 'Not available for this message.' }));
    await thread('Which rounding is right?').getByRole('button', { name: 'Show 3 more replies' }).press('Enter');
    const own = thread('Which rounding is right?').locator('.replies article', { hasText: 'Half to even.' });
    await own.focus();
    await reader.pressKey('Delete', workbench.page.locator('.monaco-dialog-box'));
    await workbench.picture('reader-delete');
    const said = await workbench.answerDialog('Delete');
    assert.match(said, /Delete your message from “Code reviews”\?.*“Half to even\.”/s);
    await reader.message('This message was deleted.').waitFor();
    assert.equal(await own.count(), 0);
    const neighbour = thread('Which rounding is right?').locator('.replies article', { hasText: 'Reply number 1' });
    await neighbour.and(focus()).waitFor();
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
    const unread = reader.message('Which rounding is right?').and(focus());
    await unread.locator('.unread', { hasText: 'New messages' }).waitFor();
    await reader.message('the guide').locator('.hljs-addition').waitFor();
    await reader.frame.locator('.fileName', { hasText: 'notes.txt' }).waitFor();
    await workbench.picture('reader-first-unread');
    await workbench.inEveryTheme(async (theme) => assert.deepEqual(await seriousFindings(image, theme), [], theme));
    await reader.frame.locator('button.image').press('Enter');
    await workbench.page.locator('.tab.active', { hasText: 'latency.png' }).waitFor();
  });

  test('sends a short reply that is picked by keys', async ({ workbench, sandbox }) => {
    await priya.postText(room, 'Ready for the release?');
    await workbench.runCommand('View: Close All Editors');
    await workbench.readRoom(room);
    await reader.message('Ready for the release?').and(focus()).waitFor();
    const title = 'Reply to Priya Raman: Ready for the release?';
    await reader.pressKey('k', workbench.page.locator('.quick-input-title', { hasText: title }));
    assert.deepEqual(await workbench.input.texts(), ['👍', 'Done', 'Looking at it', 'Thank you']);
    const own = async () => (await sandbox.received()).filter(({ personEmail }) => personEmail.startsWith('ada'));
    assert.deepEqual(await own(), []);
    await workbench.input.findOption('Looking at it');
    await thread('Ready for the release?').locator('.replies article', { hasText: 'Looking at it' }).waitFor();
    const [sent, ...others] = await own();
    assert.deepEqual([sent?.markdown, others.length], ['Looking at it', 0]);
    assert.ok(sent?.parentId);
  });
});
