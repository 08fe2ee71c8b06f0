import assert from 'node:assert/strict';
import { test, useWorkbench } from './fixtures.ts';
import { Reader } from './pages/reader.ts';

const room = 'Code reviews';
const shared = 'src/tide.ts';
const row = (state: string, of = room): string => `, ${of}, ${state}`;
const other = 'Design critique';

test.describe('Recent Shares', () => {
  const session = useWorkbench({ 'roomside.rooms.refreshSeconds': 0 });
  const count = async (kind: string): Promise<number> =>
    ((await session().sandbox.control('GET', 'counts')) as Readonly<Record<string, number>>)[kind] ?? 0;

  async function share(line: number, to = room): Promise<void> {
    const { workbench } = session();
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(line, line);
    await workbench.shareSelectionTo(to);
  }

  test('send a share to another room from its row, and Undo deletes it at the service', async ({
    workbench,
    sandbox,
  }) => {
    await workbench.enterRooms(() => workbench.signIn(sandbox));
    await share(2);
    await workbench.recentShares.expand();
    const ofSent = ['Undo Share', 'Read Room', 'Open File'];
    assert.deepEqual(await workbench.recentShares.actions(`${shared}:2${row('sent')}`), ofSent);
    await workbench.toConfirmation(other, `Send ${shared}:2 to Another Room`, () =>
      workbench.recentShares.contextMenu(row('sent'), 'Send to Another Room…'),
    );
    await workbench.picture('send-to-another-room');
    await workbench.input.acceptActive(`Send to ${other}`);
    await workbench.statusBar(`Shared ${shared}:2 to ${other}`);
    await workbench.recentShares.row(row('sent', other)).waitFor();
    await workbench.recentShares.row(row('sent')).waitFor();
    const [first, second, ...rest] = await sandbox.received();
    assert.deepEqual([first?.roomTitle, second?.roomTitle, rest], [room, other, []]);
    assert.match(first?.markdown ?? '', /line 2/);
    assert.equal(second?.markdown, first?.markdown);

    const before = await count('DELETE /v1/messages/:id');
    await workbench.recentShares.clickAction(row('sent', other), 'Undo Share');
    await workbench.statusBar(`Deleted ${shared}:2 from ${other}`);
    await workbench.recentShares.row(row('sent', other)).waitFor({ state: 'hidden' });
    assert.equal(await count('DELETE /v1/messages/:id'), before + 1);
  });

  test('are undone by keys, one after the other: the row below has the focus then, or the one above', async ({
    workbench,
  }) => {
    const { page, recentShares } = workbench;
    for (const line of [4, 5, 6]) {
      await share(line);
      await workbench.statusBar(`Shared ${shared}:${line} to ${room}`);
    }
    const rowOf = (line: number) => recentShares.row(`${shared}:${line}${row('sent')}`);
    const isActive = (line: number) => rowOf(line).and(page.locator('.focused')).waitFor();
    await rowOf(4).waitFor();
    await workbench.runCommand('Roomside: Focus on Recent Shares View');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    for (const line of [5, 4, 2]) {
      await isActive(line);
      await page.keyboard.press('Delete');
      assert.match(await workbench.answerDialog('Delete'), new RegExp(`Delete .*tide\\.ts:${line} from`));
      await rowOf(line).waitFor({ state: 'hidden' });
    }
    await isActive(6);
  });

  test('wait for a service that cannot be reached, as everything does, and continue by themselves when it answers', async ({
    workbench,
    sandbox,
    relay,
  }) => {
    const { page, roomsView } = workbench;
    const problem = "Couldn't reach 127.0.0.1";
    await relay.close();
    await workbench.runCommand('Roomside: Refresh Rooms');
    await roomsView.expectMessage(problem);
    await workbench.statusBar('Roomside: offline, will retry');
    await share(3);
    await workbench.statusBar(`${shared}:3 will be sent to “${room}” automatically.`);
    await workbench.runCommand('Roomside: Read Room…');
    await workbench.input.findOption(room);
    const reader = new Reader(page);
    await reader.frame.getByText(problem).waitFor();
    await workbench.picture('offline');
    await relay.reopen();
    await reader.frame.locator('#feed[aria-busy="false"]').waitFor({ state: 'attached' });
    await reader.frame.getByText(problem).waitFor({ state: 'hidden' });
    await roomsView.expectNoMessage();
    await workbench.until(async () => (await sandbox.received()).length === 1);
    await page.locator('.statusbar-item', { hasText: 'Offline' }).waitFor({ state: 'hidden' });
    await workbench.expectNoNotification(/is waiting|reach/);
  });
});
