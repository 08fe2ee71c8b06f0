import assert from 'node:assert/strict';
import { type OtherPerson, otherPerson } from '../support/harness/otherPerson.ts';
import { test, useWorkbench } from './fixtures.ts';
import { Reader } from './pages/reader.ts';

const room = 'Code reviews';

test.describe('The reader by keyboard', () => {
  const session = useWorkbench({ 'roomside.rooms.pageSize': 100 });
  let reader: Reader;
  let priya: OtherPerson;
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await session().workbench.page.keyboard.press(key);
  };
  const focus = () => reader.frame.locator(':focus');

  test.beforeAll(async ({ workbench, sandbox }) => {
    reader = new Reader(workbench.page);
    await workbench.enterSandboxRooms();
    priya = await otherPerson(sandbox, 'priya.raman@example.com');
    await priya.postText(room, `\`\`\`text\n${'taller than the window\n'.repeat(40)}\`\`\``);
    await priya.postText(room, 'See https://example.com/tides, and src/tide.ts:5.\n\n```ts\nlet tide;\n```');
  });

  test.beforeEach(async ({ workbench }) => {
    await workbench.runCommand('View: Close All Editors');
    await reader.expectClosed();
    await workbench.runCommand('Roomside: Read Room');
    await workbench.input.expectTitle('Read Room');
    await workbench.input.fill(room);
    await workbench.input.acceptActive(room);
    await reader.message('let tide;').last().and(focus()).waitFor();
  });

  test('focuses the newest message, which has its text as the label', async () => {
    const newest = reader.message('let tide;').last();
    const describedBy = (await newest.getAttribute('aria-describedby')) ?? '';
    const body = (await reader.page()).locator(`[id="${describedBy}"]`);
    assert.match((await body.textContent()) ?? '', /See https:\/\/example\.com\/tides, and src\/tide\.ts:5\./);
    await session().workbench.screenshot('reader-keyboard');
  });

  test('reaches the time of a grouped message', async () => {
    const newest = reader.message('let tide;').last();
    await newest.and(reader.frame.locator('.follows')).waitFor();
    const time = newest.locator('time');
    // Names arrive after the messages, which are then rendered again.
    const untilShown = (isShown: boolean): Promise<void> =>
      session().workbench.until(async () => {
        const width = await newest.locator('.head').evaluate((head) => head.getBoundingClientRect().width);
        return isShown ? width > 20 : width === 1;
      });
    await untilShown(true);
    assert.match((await time.getAttribute('title')) ?? '', /\b\d{4}\b.*\d:\d\d/);
    // The mouse may rest on the message, which shows the time, too.
    await session().workbench.page.mouse.move(0, 0);
    await press('ArrowUp');
    await newest.and(focus()).waitFor({ state: 'detached' });
    await untilShown(false);
    const spoken = new RegExp(`^Priya Raman .*${await time.textContent()}`);
    await newest.and(reader.frame.getByRole('article', { name: spoken })).waitFor({ state: 'attached' });
    await newest.hover();
    await untilShown(true);
  });

  test('moves with Tab through the links and buttons of a message and then to the footer', async () => {
    const inner = reader.message('let tide;').last().locator('a, button, pre');
    const count = await inner.count();
    assert.ok(count >= 6, `${count} stops`);
    for (let at = 0; at < count; at++) {
      await press('Tab');
      await inner.nth(at).and(focus()).waitFor();
    }
    await press('Tab');
    await reader.frame.locator('footer #reply').and(focus()).waitFor();
  });

  test('opens a file that a message names at its line', async ({ workbench }) => {
    await reader.frame.getByRole('button', { name: 'src/tide.ts:5' }).last().press('Enter');
    await workbench.page.locator('.tab.active', { hasText: 'tide.ts' }).waitFor();
    await workbench.editor.expectPosition(/^Ln 5, /);
  });

  test('announces that nothing is new, and counts new messages while the end is out of sight', async () => {
    const refresh = reader.frame.getByRole('button', { name: 'Refresh' });
    const toNewest = reader.frame.locator('#toNewest');
    await refresh.press('Enter');
    await reader.frame.locator('#note', { hasText: 'No new messages' }).waitFor();
    await reader.message('let tide;').last().focus();
    await press('Home');
    await toNewest.filter({ hasText: /^Jump to Latest$/ }).waitFor();
    await priya.postText(room, 'One more.');
    await refresh.press('Enter');
    await toNewest.filter({ hasText: 'Jump to Latest (1 new message)' }).waitFor();
    await priya.postText(room, 'And another.');
    await refresh.press('Enter');
    await toNewest.filter({ hasText: 'Jump to Latest (2 new messages)' }).waitFor();
    await session().workbench.screenshot('reader-new-messages');
    await toNewest.press('Enter');
    await toNewest.waitFor({ state: 'hidden' });
    await priya.deleteMessage(room, 'One more.');
    await priya.deleteMessage(room, 'And another.');
  });

  test('scrolls with Page Up and Page Down', async () => {
    const page = await reader.page();
    const top = (): Promise<number> => page.evaluate<number>(`document.getElementById('scroller').scrollTop`);
    const end = await top();
    await press('PageUp');
    await session().workbench.until(async () => (await top()) < end);
    await press('PageDown');
    await session().workbench.until(async () => (await top()) === end);
  });

  test('shows that Refresh is busy while the service is asked', async ({ relay }) => {
    const refresh = reader.frame.getByRole('button', { name: 'Refresh' });
    const busy = reader.frame.locator('#refresh[aria-busy="true"]:disabled');
    relay.hold(0);
    await refresh.press('Enter');
    await busy.waitFor();
    relay.release();
    await busy.waitFor({ state: 'detached' });
    await refresh.and(reader.frame.locator('[aria-busy="false"]:enabled')).waitFor();
  });

  test('shows a failure above the footer at any scroll position', async ({ sandbox, workbench }) => {
    const effect = { kind: 'status', status: 503 };
    await sandbox.control('POST', 'faults', { match: { method: 'GET', path: '/v1/messages' }, effect });
    await press('Home');
    await reader.frame.getByRole('button', { name: 'Refresh' }).press('Enter');
    const failure = reader.frame.locator('main + #failure');
    await failure.waitFor({ timeout: 60_000 });
    const page = await reader.page();
    const isInSight = await page.evaluate<boolean>(
      `document.getElementById('failure').getBoundingClientRect().bottom <= window.innerHeight`,
    );
    assert.ok(isInSight);
    await workbench.screenshot('reader-failure');
  });

  test('shows code below an author as wide as other code', async () => {
    const widthOf = (text: string): Promise<number> =>
      reader
        .message(text)
        .last()
        .locator('.block')
        .evaluate((block) => block.getBoundingClientRect().width);
    assert.equal(await widthOf('taller than the window'), await widthOf('let tide;'));
  });

  test('breaks long names of files into lines', async () => {
    const name = `${'a-long-name-'.repeat(20)}.txt`;
    await priya.postFile(room, name, Buffer.from('a note'), 'text/plain');
    await reader.frame.getByRole('button', { name: 'Refresh' }).press('Enter');
    await reader.frame.locator('.fileName', { hasText: name.slice(0, 100) }).waitFor();
    const page = await reader.page();
    const sides = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.getElementById('scroller'))`;
    assert.equal(await page.evaluate<number>(sides), 0);
    await session().workbench.screenshot('reader-long-name');
  });
});
