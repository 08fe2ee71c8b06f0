import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeServerFolders } from '../support/harness/codeServer.ts';
import { shareRecordsIn } from '../support/harness/shareRecords.ts';
import { test, useWorkbench } from './fixtures.ts';

const room = 'Code reviews';
const shared = 'src/tide.ts';
const remove = 'Discard';
/** The time after which a share of a killed window is recovered. */
const recoveryMs = 60_000;
const row = (state: string): string => `, ${room}, ${state}`;

test.describe('Recent Shares', () => {
  const session = useWorkbench();
  const post = { method: 'POST', path: '/v1/messages' };
  const addFault = (effect: object, match: object = post, times?: number) =>
    session().sandbox.control('POST', 'faults', { match, effect, ...(times && { times }) });
  const count = async (kind: string): Promise<number> =>
    ((await session().sandbox.control('GET', 'counts')) as Readonly<Record<string, number>>)[kind] ?? 0;

  async function share(line: number): Promise<void> {
    const { workbench } = session();
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(line, line);
    await workbench.shareTo(room, 'Share Selection', () => workbench.runCommand('Roomside: Share Selection to Room…'));
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
  /** VS Code restores the visible views. */
  async function reload(): Promise<void> {
    const { workbench } = session();
    await workbench.reload();
    await workbench.recentShares.expand();
  }
  const untilSent = () =>
    session().workbench.until(async () => (await records()).every(({ state }) => state === 'sent'), recoveryMs);

  test('lists sent shares, and Undo deletes the message at the service', async ({ workbench, sandbox }) => {
    await workbench.enterSandbox();
    await share(2);
    await workbench.roomsView.open();
    await workbench.recentShares.expand();
    assert.deepEqual(await workbench.recentShares.actions(`${shared}:2${row('sent')}`), [
      'Undo Share',
      'Read Room',
      'Open File',
    ]);
    const before = await count('DELETE /v1/messages/:id');
    const [message] = await sandbox.received();
    await workbench.recentShares.clickAction(row('sent'), 'Undo Share');
    await workbench.statusBar(`Deleted ${shared}:2 from ${room}`);
    await workbench.recentShares.row(row('sent')).waitFor({ state: 'hidden' });
    assert.equal(await count('DELETE /v1/messages/:id'), before + 1);
    const made = await sandbox.control('POST', 'personal-tokens', { personEmail: 'ada.park@example.com' });
    const authorization = `Bearer ${(made as { accessToken: string }).accessToken}`;
    const { status } = await fetch(`${sandbox.origin}/v1/messages/${message?.id}`, { headers: { authorization } });
    assert.equal(status, 404);
  });

  test('sends a share to another room from its row, with the same text', async ({ workbench, sandbox }) => {
    const other = 'Design critique';
    await share(3);
    await workbench.toLastStep(other, `Send ${shared}:3 to Another Room`, () =>
      workbench.recentShares.contextMenu(row('sent'), 'Send to Another Room…'),
    );
    await workbench.input.acceptActive(`Send to ${other}`);
    await workbench.statusBar(`Shared ${shared}:3 to ${other}`);
    await workbench.recentShares.row(`, ${other}, sent`).waitFor();
    await workbench.recentShares.row(row('sent')).waitFor();
    const [first, second, ...rest] = await sandbox.received();
    assert.deepEqual([first?.roomTitle, second?.roomTitle, rest], [room, other, []]);
    assert.match(first?.markdown ?? '', /line 3/);
    assert.equal(second?.markdown, first?.markdown);
  });

  test('lists sent, failed, unconfirmed and queued shares with their actions', async ({ workbench, relay }) => {
    await addFault({ kind: 'status', status: 403, message: 'You may not post here.' }, post, 1);
    await share(4);
    await workbench.recentShares.row(row('failed')).waitFor();
    await addFault({ kind: 'cut', when: 'after' }, post, 1);
    await addFault({ kind: 'status', status: 403 }, { method: 'GET', path: '/v1/messages' });
    await share(5);
    await workbench.recentShares.row(row('unconfirmed')).waitFor();
    await relay.close();
    await share(6);
    const waiting = workbench.recentShares.row(row('waiting'));
    await waiting.filter({ hasText: /retrying in \d+ (s|min)/ }).waitFor();
    await workbench.clearNotifications();
    await workbench.screenshot('recent-shares');
    assert.deepEqual(await workbench.recentShares.actions(row('failed')), ['Try Again', remove]);
    assert.deepEqual(await workbench.recentShares.actions(row('unconfirmed')), ['Mark as Sent', 'Try Again', remove]);
    assert.deepEqual(await workbench.recentShares.actions(row('waiting')), ['Try Again', remove]);
    await workbench.recentShares.contextMenu(row('waiting'), 'Copy as Message');
    await workbench.until(async () => /^\*\*src\/tide\.ts\*\* · line 6 · /.test(await workbench.clipboard()));
  });

  test('keeps queued shares through a reload, then sends, retries or discards them', async ({ workbench, relay }) => {
    await reload();
    await workbench.recentShares.row(row('waiting')).waitFor();
    await relay.reopen();
    // Uses no row: the share may be sent by itself first.
    await workbench.runCommand('Roomside: Send Waiting Shares Now');
    // While a share is being sent, rows may be replaced under the mouse.
    const untilIdle = async (sentCount: number): Promise<void> => {
      const inState = async (state: string) => (await records()).filter((record) => record.state === state).length;
      await workbench.until(async () => (await inState('queued')) + (await inState('sending')) === 0);
      await workbench.until(async () => (await arrived()).length === sentCount);
    };
    await workbench.recentShares.row(row('waiting')).waitFor({ state: 'hidden' });
    await untilIdle(1);
    assert.deepEqual(await arrived(), ['line 6']);
    await workbench.recentShares.contextMenu(row('failed'), 'Try Again');
    await workbench.recentShares.row(row('failed')).waitFor({ state: 'hidden' });
    await untilIdle(2);
    assert.deepEqual(await arrived(), ['line 6', 'line 4']);
    await workbench.recentShares.contextMenu(row('unconfirmed'), remove);
    await workbench.recentShares.row(row('unconfirmed')).waitFor({ state: 'hidden' });
    await untilSent();
    assert.deepEqual(await arrived(), ['line 6', 'line 4']);
  });

  test('loses nothing and sends nothing twice when the window reloads while sending', async ({ workbench }) => {
    await addFault({ kind: 'latency', ms: 3000 }, post, 1);
    const before = await count('POST /v1/messages');
    await share(7);
    await workbench.until(async () => (await count('POST /v1/messages')) > before);
    await reload();
    await untilSent();
    assert.deepEqual(await arrived(), ['line 7']);
  });

  test('asks before it sends shares that have waited for more than a day', async ({ workbench, relay, sandbox }) => {
    await relay.close();
    await share(10);
    // After the second try there is enough time before the next one writes the record again.
    await workbench.recentShares
      .row(row('waiting'))
      .filter({ hasText: /retrying in \d\d s/ })
      .waitFor();
    const [name] = (await readdir(outboxFolder()))
      .filter((each) => each.endsWith('.share.json'))
      .sort()
      .reverse();
    const file = path.join(outboxFolder(), name ?? assert.fail());
    const record = JSON.parse(await readFile(file, 'utf8')) as { requestedMs: number };
    await writeFile(file, JSON.stringify({ ...record, requestedMs: record.requestedMs - 25 * 60 * 60_000 }));
    await relay.reopen();
    const held = '1 share has been waiting for more than a day. Do you still want to send it?';
    // The message disappears by itself.
    const [said] = await Promise.all([workbench.toast(held, recoveryMs), reload()]);
    assert.equal(said, held);
    assert.deepEqual(await sandbox.received(), []);
    await workbench.recentShares.contextMenu(row('needs your confirmation'), 'Try Again');
    await workbench.recentShares.row(row('needs your confirmation')).waitFor({ state: 'hidden' });
    await untilSent();
    assert.deepEqual(await arrived(), ['line 10']);
  });
});
