import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { type OtherPerson, otherPerson } from '../harness/otherPerson.ts';
import { Reader } from './workbench/reader.ts';
import { useWorkbench } from './workbenchSession.ts';

const room = 'Code reviews';

describe('The reader', () => {
  const session = useWorkbench({ 'roomside.rooms.pageSize': 100 });
  let reader: Reader;
  let priya: OtherPerson;

  before(async () => {
    const { workbench, sandbox } = session();
    reader = new Reader(workbench.page);
    await workbench.roomsView.open();
    await workbench.signInThroughSandbox('approve');
    await workbench.statusBar('Signed in to the sandbox');
    await workbench.roomsView.expectRoom('Mateo Silva');
    priya = await otherPerson(sandbox, 'priya.raman@example.com');
  });

  it('opens from the row of a room, with authors, times, code in colours and mentions', async () => {
    const { workbench } = session();
    await workbench.roomsView.inlineAction(room, 'Read Room');
    await workbench.page.locator('.tab.active', { hasText: room }).waitFor();
    const question = reader.message('Is this the way to do it?');
    await question.locator('.author', { hasText: 'Tom Becker' }).waitFor();
    assert.match((await question.locator('time').getAttribute('title')) ?? '', /\d{4}/);
    await question.locator('.hljs-keyword', { hasText: 'def' }).first().waitFor();
    await reader.message('name the rounding mode').locator('.mention', { hasText: '@Tom' }).waitFor();
    await workbench.screenshot('reader');
  });

  it('shows what is posted meanwhile, and says so to who listens', async () => {
    await priya.postText(room, 'Just **posted**.');
    await reader.frame.getByRole('button', { name: 'Refresh' }).click();
    await reader.message('Just posted.').locator('strong').waitFor();
    await reader.frame.locator('#live', { hasText: '1 new message' }).waitFor({ state: 'attached' });
  });

  it('keeps the place of what its author took back, and says so to who listens', async () => {
    const { workbench } = session();
    const refresh = reader.frame.getByRole('button', { name: 'Refresh' });
    await priya.postText(room, 'Sent too early.');
    await priya.postText(room, 'And one behind it.');
    await refresh.click();
    await reader.message('Sent too early.').focus();
    await priya.deleteMessage(room, 'Sent too early.');
    // As when the time for it has come: the focus stays with the message.
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

  it('marks what was edited, and calls nothing deleted when the answer breaks off', async () => {
    const { workbench, sandbox } = session();
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
    await workbench.runCommand('View: Close Editor');
  });

  it('goes from message to message with the arrow keys', async () => {
    const { workbench } = session();
    await reader.messages.last().focus();
    await workbench.page.keyboard.press('ArrowUp');
    const focused = reader.frame.locator('article:focus');
    assert.match((await focused.textContent()) ?? '', /This message was deleted/);
    await workbench.page.keyboard.press('End');
    assert.match((await focused.textContent()) ?? '', /This message was deleted/);
  });

  it('names the attachments, and opens them', async () => {
    const { workbench } = session();
    await priya.postFile(room, 'notes.txt', Buffer.from('a note'), 'text/plain');
    await reader.frame.getByRole('button', { name: 'Refresh' }).click();
    const file = reader.frame.locator('.files li', { hasText: 'notes.txt' });
    await file.locator('.fileDetail', { hasText: 'text/plain · 6 bytes' }).waitFor();
    await file.getByRole('button', { name: 'Open: notes.txt' }).click();
    await workbench.page.locator('.tab.active', { hasText: 'notes.txt' }).waitFor();
    await workbench.runCommand('View: Close Editor');
  });

  it('says once that a service does not list messages, and what is possible all the same', async () => {
    const { workbench, sandbox } = session();
    const effect = { kind: 'status', status: 405 };
    await sandbox.control('POST', 'faults', { match: { method: 'GET', path: '/v1/messages' }, effect });
    await workbench.roomsView.inlineAction('Incidents', 'Read Room');
    await workbench.page.locator('.tab.active', { hasText: 'Incidents' }).waitFor();
    const failure = reader.frame.locator('#failure', { hasText: 'cannot be listed here' });
    await failure.getByRole('button', { name: 'Download by Address…' }).waitFor();
    await workbench.screenshot('reader-not-offered');
    await workbench.runCommand('View: Close Editor');
  });

  it('comes back where it was when the window is loaded anew', async () => {
    const { workbench } = session();
    // The focus out of the page, where keys are its own.
    await workbench.page.locator('.tab', { hasText: room }).click();
    // As a person does it: so that the window may write down what was open.
    await workbench.runCommand('Developer: Reload Window');
    await workbench.page.waitForEvent('domcontentloaded');
    await reader.message('Just posted.').waitFor({ timeout: 60_000 });
  });

  it('holds a window onto a long room: back to its beginning, and to the newest again', async () => {
    const count = 260;
    for (let number = 1; number <= count; number++) await priya.postText(room, `Number ${number} of many`);
    await reader.frame.getByRole('button', { name: 'Refresh' }).click();
    const scroller = reader.frame.locator('#scroller');
    const scrollUntilSeen = async (place: 'top' | 'bottom', sign: Locator): Promise<void> => {
      for (let turn = 0; !(await sign.isVisible()); turn++) {
        assert.ok(turn < 400, `${place} not reached`);
        await scroller.evaluate((element, isTop) => {
          element.scrollTop = isTop ? 0 : element.scrollHeight;
        }, place === 'top');
        assert.ok((await reader.messages.count()) <= 200);
      }
    };
    await scrollUntilSeen('bottom', reader.message(`Number ${count} of many`));
    await scrollUntilSeen('top', reader.frame.locator('.top', { hasText: 'The beginning of the room.' }));
    await reader.message('Is this the way to do it?').first().waitFor();
    assert.equal(await reader.message(`Number ${count} of many`).count(), 0);
    await scrollUntilSeen('bottom', reader.message(`Number ${count} of many`));
  });
});
