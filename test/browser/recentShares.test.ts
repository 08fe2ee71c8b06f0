import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { codeServerFolders } from '../support/harness/codeServer.ts';
import { shareRecordsIn } from '../support/harness/shareRecords.ts';
import { test, useWorkbench } from './fixtures.ts';

const room = 'Code reviews';
const shared = 'src/tide.ts';
const remove = 'Discard';
/** The time after which a share of a killed window is recovered. */
const recoveryMs = 60_000;
const row = (state: string, of = room): string => `, ${of}, ${state}`;
const other = 'Design critique';

test.describe('Recent Shares', () => {
  const session = useWorkbench();
  const post = { method: 'POST', path: '/v1/messages' };
  const addFault = (effect: object, match: object = post, times?: number) =>
    session().sandbox.control('POST', 'faults', { match, effect, ...(times && { times }) });
  const count = async (kind: string): Promise<number> =>
    ((await session().sandbox.control('GET', 'counts')) as Readonly<Record<string, number>>)[kind] ?? 0;

  async function share(line: number, to = room): Promise<void> {
    const { workbench } = session();
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(line, line);
    await workbench.shareTo(to, 'Share Selection', () => workbench.runCommand('Roomside: Share Selection to Room…'));
  }

  /** The lines of the file that arrived, with duplicates. */
  async function arrived(): Promise<readonly string[]> {
    const messages = await session().sandbox.received();
    return messages.map(({ markdown = '' }) => /line \d+/.exec(markdown)?.[0] ?? markdown);
  }

  /** The outbox folder on disk. */
  function outboxFolder(): string {
    const { userData } = codeServerFolders(session().runFolder);
    return path.join(userData, 'User/globalStorage/roomside.roomside/outbox');
  }
  const records = (): Promise<readonly Record<string, unknown>[]> => shareRecordsIn(outboxFolder());

  test('sends a share to another room from its row, and Undo deletes it at the service', async ({
    workbench,
    sandbox,
  }) => {
    await workbench.signIn(sandbox);
    await share(2);
    await workbench.roomsView.open();
    await workbench.recentShares.expand();
    const ofSent = ['Undo Share', 'Read Room', 'Open File'];
    assert.deepEqual(await workbench.recentShares.actions(`${shared}:2${row('sent')}`), ofSent);
    await workbench.toLastStep(other, `Send ${shared}:2 to Another Room`, () =>
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
    const made = await sandbox.control('POST', 'personal-tokens', { personEmail: 'ada.park@example.com' });
    const authorization = `Bearer ${(made as { accessToken: string }).accessToken}`;
    const { status } = await fetch(`${sandbox.origin}/v1/messages/${second?.id}`, { headers: { authorization } });
    assert.equal(status, 404);
  });

  test('lists failed, unconfirmed and queued shares with their actions', async ({ workbench, relay }) => {
    await addFault({ kind: 'status', status: 403, message: 'You may not post here.' }, post, 1);
    await share(4);
    await workbench.recentShares.row(row('failed')).waitFor();
    await addFault({ kind: 'cut', when: 'after' }, post, 1);
    await addFault({ kind: 'status', status: 403 }, { method: 'GET', path: '/v1/messages' });
    await share(5);
    await workbench.recentShares.row(row('unconfirmed')).waitFor();
    const doubt = `Couldn't confirm that ${shared}:5 arrived in “${room}”.`;
    await workbench.toast(doubt);
    assert.equal(await workbench.statusBar('share to confirm'), '1 share to confirm');
    await workbench.clearNotifications();
    await relay.close();
    await share(6);
    const waits = `${shared}:6 is waiting and will be sent to “${room}” automatically.`;
    assert.equal(
      await workbench.toast(waits),
      `${waits} Couldn't reach ${new URL(relay.origin).host} (ECONNREFUSED). Check the service address and your network.`,
    );
    await share(10, other);
    for (const to of [room, other]) {
      const waiting = workbench.recentShares.row(row('waiting', to));
      // After the second try there is enough time before the next one writes the record again.
      await waiting.filter({ hasText: /retrying in \d\d s/ }).waitFor();
    }
    await workbench.clearNotifications();
    await workbench.picture('recent-shares');
    assert.deepEqual(await workbench.recentShares.actions(row('failed')), ['Try Again', remove]);
    assert.deepEqual(await workbench.recentShares.actions(row('unconfirmed')), ['Mark as Sent', 'Try Again', remove]);
    assert.deepEqual(await workbench.recentShares.actions(row('waiting')), ['Try Again', remove]);
    await workbench.recentShares.contextMenu(row('waiting'), 'Copy as Message');
    await workbench.until(async () => /^\*\*src\/tide\.ts\*\* · line 6 · /.test(await workbench.clipboard()));
  });

  test('keeps them through a reload, and asks before it sends one that has waited for more than a day', async ({
    workbench,
    relay,
  }) => {
    const aged = (await records()).find(({ roomTitle, state }) => roomTitle === other && state === 'queued');
    assert.ok(aged);
    const requestedMs = Number(aged.requestedMs) - 25 * 60 * 60_000;
    await writeFile(path.join(outboxFolder(), `${aged.id}.share.json`), JSON.stringify({ ...aged, requestedMs }));
    const held = '1 share has been waiting for more than a day. Do you still want to send it?';
    // The message disappears by itself.
    const [said] = await Promise.all([workbench.toast(held, recoveryMs), workbench.reload()]);
    assert.equal(said, held);
    await workbench.recentShares.expand();
    await workbench.recentShares.row(row('waiting')).waitFor();
    await relay.reopen();
    // Uses no row: the share may be sent by itself first.
    await workbench.runCommand('Roomside: Send Waiting Shares Now');
    // While a share is being sent, rows may be replaced under the mouse.
    const untilArrived = async (...lines: readonly string[]): Promise<void> => {
      const inState = async (state: string) => (await records()).filter((record) => record.state === state).length;
      await workbench.until(async () => (await inState('sending')) === 0 && (await arrived()).length === lines.length);
      assert.deepEqual(await arrived(), lines);
    };
    await workbench.recentShares.row(row('waiting')).waitFor({ state: 'hidden' });
    await untilArrived('line 6');
    await workbench.recentShares.contextMenu(row('failed'), 'Try Again');
    await workbench.recentShares.row(row('failed')).waitFor({ state: 'hidden' });
    await untilArrived('line 6', 'line 4');
    // While VS Code reads the rows again, it does not know the share of an action.
    const unconfirmed = workbench.recentShares.row(row('unconfirmed'));
    await expect(async () => {
      if (await unconfirmed.isVisible()) await workbench.recentShares.clickAction(row('unconfirmed'), 'Mark as Sent');
      await expect(unconfirmed).toBeHidden({ timeout: 5000 });
    }).toPass();
    await workbench.page.locator('.statusbar-item', { hasText: '1 share to confirm' }).waitFor();
    await untilArrived('line 6', 'line 4');
    await workbench.recentShares.contextMenu(row('needs your confirmation', other), 'Try Again');
    await workbench.recentShares.row(row('needs your confirmation', other)).waitFor({ state: 'hidden' });
    await untilArrived('line 6', 'line 4', 'line 10');
    await workbench.until(async () => (await records()).every(({ state }) => state === 'sent'));
  });
});
