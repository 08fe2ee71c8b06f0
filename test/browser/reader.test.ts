import assert from 'node:assert/strict';
import { type OtherPerson, otherPerson } from '../support/harness/otherPerson.ts';
import { test, useWorkbench } from './fixtures.ts';
import { Reader } from './pages/reader.ts';

const room = 'Code reviews';

test.describe('The reader', () => {
  const session = useWorkbench({ 'roomside.rooms.pageSize': 100 });
  let reader: Reader;
  let priya: OtherPerson;

  test.beforeAll(async ({ workbench, sandbox }) => {
    reader = new Reader(workbench.page);
    await workbench.enterSandboxRooms();
    priya = await otherPerson(sandbox, 'priya.raman@example.com');
  });

  test('opens from the row of a room, with authors, times, highlighted code and mentions', async ({ workbench }) => {
    await workbench.roomsView.inlineAction(room, 'Read Room');
    await workbench.page.locator('.tab.active', { hasText: room }).waitFor();
    const question = reader.message('Is this the way to do it?');
    await question.locator('.author', { hasText: 'Tom Becker' }).waitFor();
    assert.match((await question.locator('time').getAttribute('title')) ?? '', /\d{4}/);
    await question.locator('.hljs-keyword', { hasText: 'def' }).first().waitFor();
    await reader.message('name the rounding mode').locator('.mention', { hasText: '@Tom' }).waitFor();
    await workbench.screenshot('reader');
  });

  test('shows new messages and announces them to screen readers', async () => {
    await priya.postText(room, 'Just **posted**.');
    await reader.frame.getByRole('button', { name: 'Refresh' }).click();
    await reader.message('Just posted.').locator('strong').waitFor();
    await reader.frame.locator('#live', { hasText: '1 new message' }).waitFor({ state: 'attached' });
  });

  test('keeps the place of a deleted message and announces it to screen readers', async ({ workbench }) => {
    const refresh = reader.frame.getByRole('button', { name: 'Refresh' });
    await priya.postText(room, 'Sent too early.');
    await priya.postText(room, 'And one behind it.');
    await refresh.click();
    await reader.message('And one behind it.').waitFor();
    await reader.message('Sent too early.').focus();
    await priya.deleteMessage(room, 'Sent too early.');
    // As the refresh timer does: the focus stays on the message.
    await refresh.dispatchEvent('click');
    await reader.message('This message was deleted.').and(reader.frame.locator(':focus')).waitFor();
    await reader.frame.getByRole('article', { name: /^Priya Raman .*This message was deleted\.$/ }).waitFor();
    assert.equal(await reader.message('Sent too early.').count(), 0);
    const [deleted, behind] = (await reader.messages.allInnerTexts()).slice(-2);
    assert.match(`${deleted}|${behind}`, /This message was deleted\.\|.*And one behind it\./s);
    await workbench.screenshot('reader-deleted');
    await priya.deleteMessage(room, 'And one behind it.');
    await refresh.click();
    await reader.message('This message was deleted.').nth(1).waitFor();
  });

  test('moves between messages with the arrow keys', async ({ workbench }) => {
    const deleted = reader.message('This message was deleted.');
    const [above, newest] = [deleted.nth(0), deleted.nth(1)];
    const focus = reader.frame.locator(':focus');
    await newest.focus();
    await newest.and(focus).waitFor();
    await workbench.page.keyboard.press('ArrowUp');
    await above.and(focus).waitFor();
    await workbench.page.keyboard.press('End');
    await newest.and(focus).waitFor();
  });

  test('names attachments and opens them', async ({ workbench }) => {
    await priya.postFile(room, 'notes.txt', Buffer.from('a note'), 'text/plain');
    await reader.frame.getByRole('button', { name: 'Refresh' }).click();
    const file = reader.frame.locator('.files li', { hasText: 'notes.txt' });
    await file.locator('.fileDetail', { hasText: 'text/plain · 6 bytes' }).waitFor();
    await file.getByRole('button', { name: 'Open: notes.txt' }).click();
    await workbench.page.locator('.tab.active', { hasText: 'notes.txt' }).waitFor();
    await workbench.runCommand('View: Close Editor');
  });

  test('restores its position after a reload, also among older messages', async ({ workbench, sandbox }) => {
    await workbench.runCommand('View: Close All Editors');
    await reader.expectClosed();
    const { ids } = (await sandbox.control('POST', 'rooms', { count: 1, titlePrefix: 'Kept' })) as { ids: string[] };
    const markdown = Array.from({ length: 120 }, (_, at) => `Number **${at}**`);
    await sandbox.control('POST', 'messages', { roomId: ids[0], count: markdown.length, markdown });
    await workbench.roomsView.titleAction('Refresh Rooms');
    await workbench.roomsView.inlineAction('Kept 1', 'Read Room');
    const read = reader.message(/\bNumber 70\b/);
    await reader.message(/\bNumber 0\b/).waitFor();
    await reader.scrollUntilSeen('top', read);
    await read.evaluate((article) => article.scrollIntoView({ block: 'start' }));
    const top = async (): Promise<number> => Math.round((await read.boundingBox())?.y ?? Number.NaN);
    const before = await top();
    // Moves the focus out of the page, which has its own keys.
    await workbench.page.locator('.tab', { hasText: 'Kept 1' }).click();
    await workbench.reloadByCommand();
    await read.waitFor({ timeout: 60_000 });
    await workbench.until(async () => Math.abs((await top()) - before) <= 2);
  });

  // One reader at a time: another visible reader would also poll and consume the prepared responses.
  test.describe('with one room at a time', () => {
    test.beforeEach(async () => {
      await session().workbench.runCommand('View: Close All Editors');
      await reader.expectClosed();
    });

    test('marks edited messages, and none as deleted after an interrupted response', async ({ workbench, sandbox }) => {
      const created = '2026-11-20T10:00:00.000Z';
      const answer = async (effect: object): Promise<void> => {
        await sandbox.control('DELETE', 'faults');
        await sandbox.control('POST', 'faults', { match: { method: 'GET', path: '/v1/messages' }, effect });
      };
      const failure = reader.frame.locator('#failure');
      const items = [
        { id: 'second', roomId: 'r', personEmail: 'ada@example.com', created, text: 'The second.' },
        { id: 'first', roomId: 'r', personEmail: 'ada@example.com', created, text: 'The furst.' },
      ];
      await answer({ kind: 'status', status: 200, body: { items } });
      await workbench.roomsView.inlineAction('Incidents', 'Read Room');
      await reader.message('The furst.').waitFor();
      const edited = { ...items[1], text: 'The first.', updated: '2026-11-20T10:05:00.000Z' };
      await answer({ kind: 'status', status: 200, body: { items: [items[0], edited] } });
      const refresh = reader.frame.getByRole('button', { name: 'Refresh' });
      await refresh.click();
      const mark = reader.message('The first.').locator('.edited', { hasText: 'edited' });
      await mark.waitFor();
      assert.match((await mark.getAttribute('title')) ?? '', /2026/);
      for (const effect of [{ kind: 'truncated-json' }, { kind: 'cut', when: 'in-body' }]) {
        await answer(effect);
        await refresh.click();
        await failure.waitFor();
        assert.equal(await reader.message('This message was deleted.').count(), 0);
        await answer({ kind: 'status', status: 200, body: { items: [items[0], edited] } });
        await refresh.click();
        await failure.waitFor({ state: 'hidden' });
        assert.equal(await reader.messages.count(), 2);
      }
    });

    test('keeps a message deleted when names arrive late', async ({ workbench, sandbox }) => {
      const fault = (path: string, effect: object) =>
        sandbox.control('POST', 'faults', { match: { method: 'GET', path }, effect });
      const answer = (path: string, items: readonly object[]) =>
        fault(path, { kind: 'status', status: 200, body: { items } });
      const common = { roomId: 'r', personId: 'p', personEmail: 'ada@example.com' };
      const kept = { ...common, id: 'kept', created: '2026-11-20T10:05:00.000Z', text: 'To stay.' };
      const gone = { ...common, id: 'gone', created: '2026-11-20T10:00:00.000Z', text: 'To go.' };
      await fault('/v1/memberships', { kind: 'latency', ms: 5_000 });
      await answer('/v1/memberships', [{ id: 'm', roomId: 'r', personId: 'p', personDisplayName: 'Ada Late' }]);
      await sandbox.control('POST', 'faults', {
        match: { method: 'GET', path: '/v1/messages' },
        times: 1,
        effect: { kind: 'status', status: 200, body: { items: [kept, gone] } },
      });
      await answer('/v1/messages', [kept]);
      await workbench.roomsView.inlineAction('Incidents', 'Read Room');
      await reader.message('To go.').waitFor();
      await reader.frame.getByRole('button', { name: 'Refresh' }).click();
      const deleted = reader.message('This message was deleted.');
      await deleted.locator('.author', { hasText: 'Ada Late' }).waitFor();
      assert.equal(await reader.message('To go.').count(), 0);
    });

    test('opens at the newest message, whatever the length of the messages', async ({ workbench, sandbox }) => {
      const code = Array.from({ length: 30 }, (_, at) => `level ${at}`).join('\n');
      const items = Array.from({ length: 6 }, (_, at) => ({
        ...{ id: `long-${at}`, roomId: 'r', personEmail: 'ada@example.com' },
        created: new Date(Date.UTC(2026, 10, 20, 10, -at)).toISOString(),
        markdown: `Long ${at}\n\n\`\`\`\n${code}\n\`\`\``,
      }));
      const effect = { kind: 'status', status: 200, body: { items } };
      await sandbox.control('POST', 'faults', { match: { method: 'GET', path: '/v1/messages' }, effect });
      await workbench.roomsView.inlineAction('Incidents', 'Read Room');
      await reader.message('Long 0').waitFor();
      const page = await reader.page();
      // Two frames, after which a browser has finished pending layout.
      const left = await page.evaluate(`new Promise((resolve) => {
        const scroller = document.getElementById('scroller');
        const measure = () => resolve(scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight);
        requestAnimationFrame(() => requestAnimationFrame(measure));
      })`);
      assert.ok(Math.abs(Number(left)) <= 1, `${left} pixels away from its end`);
    });

    test('reports once that messages cannot be listed, with the possible actions', async ({ workbench, sandbox }) => {
      const effect = { kind: 'status', status: 405 };
      await sandbox.control('POST', 'faults', { match: { method: 'GET', path: '/v1/messages' }, effect });
      await workbench.roomsView.inlineAction('Incidents', 'Read Room');
      await workbench.page.locator('.tab.active', { hasText: 'Incidents' }).waitFor();
      const failure = reader.frame.locator('#failure', { hasText: "can't be displayed" });
      await failure.getByRole('button', { name: 'Download from URL…' }).waitFor();
      await workbench.screenshot('reader-not-offered');
    });

    test('keeps the page as small after 1000 messages as after 300', async ({ workbench, sandbox }) => {
      const title = 'Long 1';
      const { ids } = (await sandbox.control('POST', 'rooms', { count: 1, titlePrefix: 'Long' })) as { ids: string[] };
      const code = Array.from({ length: 10 }, (_, at) => `const level${at} = heightAt(${at});`).join('\n');
      const markdown = ['Newest.', ...Array.from({ length: 998 }, (_, at) => `Number **${at}**`), 'Oldest.'];
      const withCode = markdown.map((text, at) => (at % 5 === 1 ? `${text}\n\n\`\`\`ts\n${code}\n\`\`\`` : text));
      await sandbox.control('POST', 'messages', { roomId: ids[0], count: withCode.length, markdown: withCode });
      await workbench.roomsView.titleAction('Refresh Rooms');
      await workbench.roomsView.inlineAction(title, 'Read Room');
      await workbench.page.locator('.tab.active', { hasText: title }).waitFor();
      await reader.message('Newest.').waitFor();
      const most = { messages: 0, elements: 0 };
      const onScroll = async (): Promise<void> => {
        const page = await reader.page();
        const counts = `[document.getElementsByTagName('article').length, document.getElementsByTagName('*').length]`;
        const [messages = 0, elements = 0] = await page.evaluate<number[]>(counts);
        most.messages = Math.max(most.messages, messages);
        most.elements = Math.max(most.elements, elements);
      };
      await reader.scrollUntilSeen('top', reader.message(/^[^N]*Number 300$/m), onScroll);
      const early = { ...(await reader.weigh()), most: { ...most } };
      await reader.scrollUntilSeen(
        'top',
        reader.frame.locator('.top', { hasText: 'Beginning of the conversation' }),
        onScroll,
      );
      await reader.message('Oldest.').waitFor();
      assert.equal(await reader.message('Newest.').count(), 0);
      await reader.scrollUntilSeen('bottom', reader.message('Newest.'), onScroll);
      assert.equal(await reader.message('Oldest.').count(), 0);
      const late = await reader.weigh();
      assert.equal(most.messages, 200);
      assert.ok(most.elements < 1.2 * early.most.elements, `${most.elements} elements after ${early.most.elements}`);
      assert.ok(late.nodes < 1.2 * early.nodes, `${late.nodes} nodes after ${early.nodes}`);
      assert.ok(late.listeners < 1.2 * early.listeners, `${late.listeners} listeners after ${early.listeners}`);
    });
  });
});
