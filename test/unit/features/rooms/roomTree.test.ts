import assert from 'node:assert/strict';
import type { TreeItem } from 'vscode';
import { UnexpectedResponseError } from '../../../../src/core/api/errors.ts';
import type { Room } from '../../../../src/core/api/resources.ts';
import { SignInRequiredError } from '../../../../src/core/auth/errors.ts';
import { RoomDirectory } from '../../../../src/core/rooms/roomDirectory.ts';
import { RoomMarks } from '../../../../src/core/rooms/roomMarks.ts';
import type { RoomTreeNode } from '../../../../src/features/rooms/roomTree.ts';
import { TreeItemCollapsibleState } from '../../../support/fakes/fakeWindow.ts';
import { knownEmails } from '../../../support/fakes/knownEmails.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { RoomTree } = await withVscode(() => import('../../../../src/features/rooms/roomTree.ts'));

const count = 10_000;
const nowMs = Date.UTC(2026, 10, 21, 12);
/** Below one heading: no room is direct or in a team. */
const rooms: readonly Room[] = Array.from({ length: count }, (_, index) => ({
  ...{ id: `${index}`, title: `Room ${String(index).padStart(5, '0')}`, type: 'group' },
  lastActivity: new Date(nowMs - index * 60_000).toISOString(),
}));

/** The rooms that the service lists, and the events that VS Code receives. */
async function openTree(order: 'activity' | 'name', first = rooms) {
  let listed = first;
  let failure: Error | undefined;
  const directory = new RoomDirectory(async function* pages() {
    if (failure !== undefined) throw failure;
    yield { items: listed, hasNext: false };
  });
  const marks = new RoomMarks({ read: () => undefined, write: async () => undefined });
  marks.switchAccount('ada');
  const emails = knownEmails();
  const clock = { now: () => nowMs, startTimer: () => assert.fail('nothing waits here') };
  const tree = new RoomTree({ directory, marks, emails, clock }, { order, filter: '' });
  const fired: (RoomTreeNode | undefined)[] = [];
  tree.onDidChangeTreeData((nodes) => fired.push(...(Array.isArray(nodes) ? nodes : [nodes])));
  const drawn = (node?: RoomTreeNode): Map<string, TreeItem> => {
    const items = tree.getChildren(node).flatMap((child) => [[child, tree.getTreeItem(child)] as const]);
    return new Map(items.flatMap(([child, item]) => [[item.id ?? '', item] as const, ...drawn(child)]));
  };
  await directory.refresh();
  drawn();
  fired.length = 0;
  return {
    marks,
    emails,
    fired,
    drawn,
    /** The events when the service lists these rooms instead of the previous ones. */
    async change(changed: readonly Room[]): Promise<readonly string[]> {
      const byId = new Map(changed.map((room) => [room.id, room]));
      listed = listed.map((room) => byId.get(room.id) ?? room);
      await directory.refresh();
      const names = fired.map((node) => (node === undefined ? 'everything' : (tree.getTreeItem(node).id ?? '')));
      fired.length = 0;
      return names;
    },
    /** The labels of the first rows when the service lists no rooms any more. */
    async fail(error: Error, rowCount: number): Promise<readonly unknown[]> {
      failure = error;
      await directory.refresh();
      return [...drawn().values()].slice(0, rowCount).map(({ label }) => label);
    },
    close() {
      tree.dispose();
      directory.dispose();
    },
  };
}

const active = (index: number, atMs: number): Room => ({
  ...(rooms[index] as Room),
  lastActivity: new Date(atMs).toISOString(),
});
const tenOf = (start: number): readonly number[] => Array.from({ length: 10 }, (_, index) => start + index * 3);

describe('The Rooms view with ten thousand rooms', () => {
  for (const [when, order, changed] of [
    [
      'when ten rooms change in place',
      'activity',
      tenOf(7).map((index) => ({ ...(rooms[index] as Room), title: `Renamed ${index}` })),
    ],
    ['sorted by name when ten rooms have activity', 'name', tenOf(40).map((index) => active(index, nowMs))],
  ] as const) {
    it(`fires for ten rows ${when}`, async () => {
      const tree = await openTree(order);
      const rows = changed.map(({ id }) => `room:${id}`);
      assert.deepEqual(await tree.change(changed), rows);
      tree.close();
    });
  }

  it('fires once for the heading when ten rooms become the latest', async () => {
    const tree = await openTree('activity');
    const changed = tenOf(300).map((index) => active(index, nowMs + index));
    assert.deepEqual(await tree.change(changed), ['group:rooms']);
    tree.close();
  });

  it('shows the new name of a team for rooms below another heading', async () => {
    const team = (id: string, title: string, created: string): Room => ({
      ...{ id, title, type: 'group', teamId: 'T', created, lastActivity: new Date(nowMs).toISOString() },
    });
    const tree = await openTree('activity');
    await tree.change([team('0', 'General', '2020-01-01'), team('1', 'Other', '2021-01-01')]);
    await tree.marks.pin('1');
    assert.match(String(tree.drawn().get('room:1')?.description), /^Team General/);
    const fired = await tree.change([team('0', 'Renamed', '2020-01-01')]);
    assert.ok(fired.includes('room:1'), fired.join());
    assert.match(String(tree.drawn().get('room:1')?.description), /^Team Renamed/);
    tree.close();
  });
});

describe('The Rooms view with a hidden room', () => {
  it('keeps it in a group at the end, which is collapsed at first', async () => {
    const tree = await openTree('activity', rooms.slice(0, 2));
    await tree.marks.hide('0');
    const places = [...tree.drawn()].map(([id, { collapsibleState }]) => [id, collapsibleState]);
    const { None, Collapsed, Expanded } = TreeItemCollapsibleState;
    assert.deepEqual(places, [
      ...[
        ['group:rooms', Expanded],
        ['room:1', None],
      ],
      ...[
        ['group:hidden', Collapsed],
        ['room:0', None],
      ],
    ]);
    tree.close();
  });
});

describe('The Rooms view after a failure', () => {
  it('keeps its rooms below what can be done, also when the session has expired', async () => {
    const tree = await openTree('activity', rooms.slice(0, 2));
    const known = ['Rooms', 'Room 00000', 'Room 00001'];
    assert.deepEqual(await tree.fail(new SignInRequiredError('expired'), 4), ['Sign In', ...known]);
    const facts = { status: 200, host: 'chat.example', path: '/v1/rooms', problem: 'html' } as const;
    const actions = ['Try Again', 'Open Settings', 'Diagnose'];
    assert.deepEqual(await tree.fail(new UnexpectedResponseError(facts), 6), [...actions, ...known]);
    tree.close();
  });
});

describe('The Rooms view with direct rooms of equal names', () => {
  it('shows the email address of each once it is known, and requests no others', async () => {
    const direct = (id: string, title: string) => ({ id, title, type: 'direct' });
    const tree = await openTree('activity', [direct('1', 'Ada Park'), direct('2', 'Ada Park'), direct('3', 'Bo')]);
    assert.deepEqual([...tree.emails.wanted], ['1', '2']);
    tree.emails.tell('2', 'ada.two@example.com');
    const ids = tree.fired.map((node) => node?.kind === 'room' && node.roomId);
    assert.deepEqual(ids, ['2']);
    const items = tree.drawn();
    assert.equal(items.get('room:1')?.description, '');
    assert.equal(items.get('room:2')?.description, 'ada.two@example.com');
    assert.equal(items.get('room:2')?.accessibilityInformation?.label, 'Ada Park, ada.two@example.com');
    tree.close();
  });
});
