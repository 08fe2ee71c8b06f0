import assert from 'node:assert/strict';
import { otherPerson } from '../support/harness/otherPerson.ts';
import { test, useWorkbench } from './fixtures.ts';

/** Two of thirty rooms are on the first page. */
const settings = { 'roomside.rooms.pageSize': 2, 'roomside.rooms.refreshSeconds': 0 };

test.describe('A search for a room', () => {
  const session = useWorkbench(settings, { isNewWindow: true });

  /** The title of the room that the service lists last. */
  async function lastTitle(): Promise<string> {
    const items = await (await otherPerson(session().sandbox, 'ada.park@example.com')).rooms();
    return items.findLast(({ type, isLocked }) => type === 'group' && !isLocked)?.title ?? assert.fail('no room');
  }

  test('fills the filtered Rooms view until the user stops it', async ({ workbench, sandbox }) => {
    await workbench.enterSandbox();
    await workbench.roomsView.open();
    // A page takes longer than the command that stops the search.
    const slow = { match: { method: 'GET', path: '/v1/rooms' }, effect: { kind: 'latency', ms: 3000 } };
    await sandbox.control('POST', 'faults', slow);
    await workbench.runCommand('Roomside: Filter Rooms…');
    await workbench.input.fill('no room has this title');
    await workbench.input.accept();
    await workbench.roomsView.expectMessage('rooms loaded so far');
    const stop = workbench.page.locator('.sidebar .action-label[aria-label="Stop Searching"]').first();
    await stop.waitFor({ state: 'attached' });
    await workbench.runCommand('Roomside: Stop Searching');
    await workbench.roomsView.expectMessage('Filter: no room has this title — 0 of ');
    const text = await workbench.page.locator('.sidebar .message').first().textContent();
    assert.ok(Number(/of (\d+) rooms/.exec(text ?? '')?.[1]) < 30, text ?? '');
    await stop.waitFor({ state: 'hidden' });
    await sandbox.control('DELETE', 'faults');
    await workbench.runCommand('Roomside: Clear Filter');
    await workbench.roomsView.expectNoMessage();
  });

  test('goes on through pages that are not loaded while a room is chosen', async ({ workbench, sandbox }) => {
    const title = await lastTitle();
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(2, 3);
    await workbench.runCommand('Roomside: Share Selection to Room…');
    await workbench.input.expectTitle('Share Selection (1/2)');
    await workbench.input.fill(title);
    await workbench.input.acceptActive(title);
    await workbench.input.acceptActive(`Send to ${title}`);
    await workbench.until(async () => (await sandbox.received()).some(({ roomTitle }) => roomTitle === title));
  });
});
