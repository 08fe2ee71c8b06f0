import assert from 'node:assert/strict';
import { type OtherPerson, otherPerson } from '../support/harness/otherPerson.ts';
import { test, useWorkbench } from './fixtures.ts';
import { Reader } from './pages/reader.ts';

const room = 'Code reviews';
const shared = '**src/tide.ts** · lines 5–6 · TypeScript\n\n```ts\nlet level = 0;\nlet ebb = 1;\n```';

test.describe('The keys of the reader', () => {
  const session = useWorkbench();
  let reader: Reader;
  let priya: OtherPerson;
  const press = (key: string) => session().workbench.page.keyboard.press(key);
  const focus = () => reader.frame.locator(':focus');
  const code = () => reader.message('src/tide.ts').last();
  const question = () => reader.message('Shall we?');

  test.beforeAll(async ({ workbench, sandbox }) => {
    reader = new Reader(workbench.page);
    await workbench.enterRooms(() => workbench.signIn(sandbox));
    priya = await otherPerson(sandbox, 'priya.raman@example.com');
    await priya.postText(room, 'Shall we?');
    await priya.postText(room, shared);
    await workbench.runCommand('Roomside: Read Room');
    await workbench.input.expectTitle('Read Room');
    await workbench.input.fill(room);
    await workbench.input.acceptActive(room);
    await code().and(focus()).waitFor();
  });

  test('open the menu of a message, and copy its code', async ({ workbench }) => {
    await press('Shift+F10');
    const item = workbench.page.locator('.monaco-menu .action-label', { hasText: 'Go to File' });
    await item.waitFor();
    await workbench.picture('reader-menu');
    await press('Escape');
    await item.waitFor({ state: 'hidden' });
    await code().focus();
    await reader.pressUntil('c', workbench.page.locator('.statusbar-item', { hasText: 'Copied' }));
    assert.equal(await workbench.clipboard(), 'let level = 0;\nlet ebb = 1;');
  });

  test('go to the file with Enter, and come back to the message', async ({ workbench }) => {
    await press('ArrowUp');
    await question().and(focus()).waitFor();
    await press('ArrowDown');
    await code().and(focus()).waitFor();
    await press('Enter');
    await workbench.editor.expectActive('tide.ts');
    await workbench.runCommand('View: Close Editor');
    await code().and(focus()).waitFor();
    await press('ArrowUp');
    await question().and(focus()).waitFor();
    await reader.pressUntil('w', reader.field.and(focus()));
    // Another editor in the same group hides the page.
    await workbench.editor.open('tide.ts');
    await workbench.runCommand('View: Close Editor');
    await press('Escape');
    await question().and(focus()).waitFor();
    assert.match((await code().getAttribute('aria-label')) ?? '', /^Priya Raman, .*src\/tide\.ts.*, with code$/);
  });

  test('list the keys, search, and do nothing in a search field', async ({ workbench }) => {
    await workbench.page.locator('.tab', { hasText: room }).click();
    await code().focus();
    await reader.pressUntil(
      'Shift+?',
      workbench.page.locator('.quick-input-title', { hasText: 'Keys of the Room View' }),
    );
    await workbench.picture('reader-keys');
    await workbench.input.cancel();
    await code().and(focus()).waitFor();
    await reader.pressUntil('/', workbench.page.locator('.quick-input-title', { hasText: `Search in ${room}` }));
    await workbench.page.keyboard.type('drug');
    assert.equal(await workbench.page.locator('.quick-input-box input').inputValue(), 'drug');
    await workbench.input.cancel();
  });

  test('reply with the selection of the last editor, after the last step', async ({ workbench, sandbox }) => {
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(1, 2);
    await workbench.page.locator('.tab', { hasText: room }).click();
    await code().focus();
    await reader.pressUntil(
      's',
      workbench.page.locator('.quick-input-title', { hasText: 'as a reply to Priya Raman' }),
    );
    await workbench.picture('reader-with-selection');
    await press('Enter');
    await workbench.until(async () =>
      (await sandbox.received()).some(({ markdown }) => markdown?.includes('lines 1–2')),
    );
    const sent = (await sandbox.received()).find(({ markdown }) => markdown?.includes('lines 1–2'));
    assert.ok(sent?.parentId);
    await workbench.page.locator('.tab.active', { hasText: room }).waitFor();
  });

  test('keep a text that was not sent, and open it as a draft when the page is closed', async ({
    workbench,
    sandbox,
  }) => {
    await code().focus();
    await reader.pressUntil('w', reader.field.and(focus()));
    const match = { method: 'POST', path: '/v1/messages' };
    await sandbox.control('POST', 'faults', { match, times: 1, effect: { kind: 'status', status: 400 } });
    await workbench.page.keyboard.type('A long story');
    await press('Control+Enter');
    await reader.frame.locator('#notSent', { hasText: `Not sent to “${room}”.` }).waitFor();
    await workbench.picture('reader-not-sent');
    assert.equal(await reader.field.inputValue(), 'A long story');
    await workbench.editor.open('tide.ts');
    await workbench.page.locator('.tab', { hasText: room }).click();
    await reader.field.waitFor();
    assert.equal(await reader.field.inputValue(), 'A long story');
    await workbench.runCommand('View: Close Editor');
    await workbench.composer.expectOpen(room);
    await workbench.composer.expectText('A long story');
  });
});
