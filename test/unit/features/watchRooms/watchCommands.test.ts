import assert from 'node:assert/strict';
import type { QuickPickItem } from 'vscode';
import type { AccountWatch, WatchedRoom } from '../../../../src/features/watchRooms/model/watchStore.ts';
import { window } from '../../../support/fakes/fakeWindow.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { showWatchedRooms, watchRoom } = await withVscode(
  () => import('../../../../src/features/watchRooms/watchCommands.ts'),
);

describe('the commands for watched rooms', () => {
  const { showQuickPick } = window;
  afterEach(() => void Object.assign(window, { showQuickPick }));

  /** Chooses the row with this label; records the rows. */
  function choosing(label: string): { rows: readonly QuickPickItem[] } {
    const shown: { rows: readonly QuickPickItem[] } = { rows: [] };
    const pick = async (rows: readonly QuickPickItem[]) => {
      shown.rows = rows;
      return rows.find((row) => row.label === label);
    };
    Object.assign(window, { showQuickPick: pick });
    return shown;
  }

  const rooms: readonly WatchedRoom[] = [{ roomId: 'a', mode: 'all', mutedUntilMs: 0, activityMs: 0 }];
  const account: AccountWatch = { direct: false, replies: true, sinceMs: 1 };

  function portsOf(type: string) {
    const stored: AccountWatch[] = [];
    const ports = {
      connection: { requireSession: async () => ({ account: { id: 'ada' } }) },
      directory: { find: () => ({ id: 'a', title: 'Ben', type }), newestActivityMs: () => 70 },
      clock: { now: () => 99 },
      polls: { refresh: async () => undefined },
      watcher: {
        watches: async () => ({ rooms, account }),
        watchAccount: async (_: string, next: AccountWatch) => stored.push(next),
      },
    };
    return { stored, ports: ports as unknown as Parameters<typeof showWatchedRooms>[0] };
  }

  it('lists what is watched in all rooms, and turns it on from the newest known activity', async () => {
    const { ports, stored } = portsOf('group');
    const shown = choosing('Direct Messages');
    await showWatchedRooms(ports);
    const rows = shown.rows.map(({ label, description }) => [label, description]);
    assert.deepEqual(rows, [
      ['Ben', 'all messages'],
      ['', undefined],
      ['Direct Messages', 'off'],
      ['Replies to Me', 'on'],
      ['Watch Room…', undefined],
    ]);
    assert.deepEqual(stored, [{ direct: true, replies: true, sinceMs: 70 }]);
    const kept = shown.rows.filter(({ alwaysShow }) => alwaysShow).map(({ label }) => label);
    assert.deepEqual(kept, ['Watch Room…'], 'whatever is typed');
  });

  for (const [type, first] of [
    ['direct', 'All Messages'],
    ['group', 'Mentions'],
  ] as const) {
    it(`offers ${first} first in a ${type} room`, async () => {
      const shown = choosing('none of them');
      await watchRoom(portsOf(type).ports, { kind: 'room', roomId: 'a' });
      assert.equal(shown.rows[0]?.label, first);
    });
  }
});
