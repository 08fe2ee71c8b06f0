import assert from 'node:assert/strict';
import type { Room } from '../../../../src/core/api/resources.ts';
import type { RetryWait } from '../../../../src/core/api/waitTracker.ts';
import type { Account } from '../../../../src/core/auth/account.ts';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import { Answers } from '../../../../src/core/messages/answers.ts';
import type { ShareRecord, SharesSnapshot } from '../../../../src/core/outbox/shareRecord.ts';
import { SharesStatus } from '../../../../src/core/outbox/sharesStatus.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { SharesTree } = await withVscode(() => import('../../../../src/features/outbox/sharesTree.ts'));

const nowMs = Date.parse('2026-03-10T12:00:00.000Z');
const recordOf = (id: string, facts: Partial<ShareRecord> = {}): ShareRecord => ({
  ...{ id, accountId: 'a1', accountLabel: 'ada@example.com', roomId: 'r1', roomTitle: 'Design', name: `${id}.ts` },
  ...{ content: { kind: 'text', markdown: 'hello' }, digest: '', createdMs: nowMs, requestedMs: nowMs, tries: 1 },
  ...{ state: 'sent', ...facts },
});

/** A rendered tree, and the rows of its change events: `undefined` for all. */
function openTree(shares: readonly ShareRecord[]) {
  const changes = new Emitter<void>();
  const waits = new Emitter<RetryWait | undefined>();
  const clock = new ManualClock(nowMs);
  const snapshot: SharesSnapshot = { shares, unreadable: [] };
  const outbox = { snapshot, nextTryMs: () => 0, onDidChange: changes.event };
  const seen = { read: () => [], write: async () => undefined };
  const rooms = { accountId: 'a1', onDidChangeAccount: new Emitter<undefined>().event };
  const status = new SharesStatus({ outbox, rooms, onDidWait: waits.event, seen, clock });
  const accounts = new Emitter<Account | undefined>();
  const active = { get: async () => ({ id: 'a1' }) as Account, onDidChange: accounts.event };
  const view = { visible: true, onDidChangeVisibility: new Emitter<never>().event };
  let postponed: Readonly<Record<string, number>> = {};
  const write = async (value: typeof postponed): Promise<void> => {
    postponed = value;
  };
  const directory = { find: (id: string): Room => ({ id, title: id, type: id === 'direct' ? 'direct' : 'group' }) };
  const answers = new Answers({ postponed: { read: () => postponed, write }, clock });
  const tree = new SharesTree({
    outbox,
    status,
    contents: { get: () => undefined },
    answers,
    directory,
    clock,
    active,
    view,
  });
  const told: (readonly string[] | undefined)[] = [];
  const draw = (): void => {
    for (const row of tree.getChildren()) tree.getTreeItem(row);
  };
  draw();
  tree.onDidChangeTreeData((rows) => told.push(rows?.map(({ shareId }) => shareId)));
  const change = (next: readonly ShareRecord[]): void => {
    outbox.snapshot = { shares: next, unreadable: [] };
    changes.fire();
  };
  return { tree, told, change, draw, waits, clock, accounts, answers };
}

/** The second share waits for its first turn. */
const waitingTwo = (share: ShareRecord): ShareRecord =>
  share.id === 'two' ? recordOf('two', { state: 'queued', requestedMs: nowMs }) : share;

describe('The Recent Shares view', () => {
  const shares = [recordOf('one'), recordOf('two', { state: 'sending' }), recordOf('three', { state: 'failed' })];

  it('groups the shares that wait for an answer, until one is read, or the user postpones it or needs none', async () => {
    const asked = ['one', 'two', 'three'].map((id) =>
      recordOf(id, { state: 'sent', asks: true, messageId: `m-${id}`, endedMs: nowMs }),
    );
    const { tree, answers, clock, change } = openTree([...asked, recordOf('four', { state: 'sent', messageId: 'm' })]);
    await Promise.resolve();
    await Promise.resolve();
    const ids = () => {
      const [first, ...others] = tree.getChildren();
      const group = first?.kind === 'waiting' ? tree.getChildren(first) : [];
      return [group, group.length > 0 ? others : [first, ...others]].map((rows) =>
        rows.map((row) => row?.shareId).sort(),
      );
    };
    assert.deepEqual(ids(), [['one', 'three', 'two'], ['four']]);
    answers.note('m-one', { messageId: 'r1', author: 'Priya $(x)', createdMs: nowMs });
    answers.note('m-one', { messageId: 'r1', author: 'Priya $(x)', createdMs: nowMs });
    answers.note('m-one', { messageId: 'r0', author: 'Tom', createdMs: nowMs - 1 });
    await answers.postpone('m-two', nowMs + 1000);
    await answers.postpone('m-three');
    assert.deepEqual(ids(), [[], ['four', 'one', 'three', 'two']]);
    const row = tree.getChildren().find(({ shareId }) => shareId === 'one') ?? assert.fail();
    assert.match(String(tree.getTreeItem(row).description), /^2 replies · Priya \$ \(x\), /);
    answers.noteDone('m-one', true);
    assert.match(String(tree.getTreeItem(row).description), /^✓ Applied · 2 replies · Priya /);
    answers.noteDone('m-one', false);
    assert.match(String(tree.getTreeItem(row).description), /^2 replies/);
    answers.forget('m-one', 'r0');
    assert.match(String(tree.getTreeItem(row).description), /^1 reply · Priya/);
    answers.forget('m-one', 'r1');
    assert.deepEqual(ids(), [['one'], ['four', 'three', 'two']], 'its only reply was deleted');
    answers.note('m-one', { messageId: 'r1', author: 'Priya $(x)', createdMs: nowMs });
    clock.advance(1001);
    assert.deepEqual(ids(), [['two'], ['four', 'one', 'three']]);
    clock.advance(15 * 24 * 60 * 60_000);
    assert.equal(ids()[0]?.length, 0);
    change([]);
    assert.deepEqual(tree.getChildren(), []);
  });

  it('takes any later message of the other person in a direct room for an answer, and in a group room none', async () => {
    const asked = ['direct', 'group'].map((roomId) =>
      recordOf(roomId, { state: 'sent', asks: true, roomId, messageId: `m-${roomId}`, endedMs: nowMs }),
    );
    const { tree, answers } = openTree(asked);
    await Promise.resolve();
    await Promise.resolve();
    const waiting = () => tree.getChildren({ kind: 'waiting', shareId: '' }).map(({ shareId }) => shareId);
    tree.getChildren();
    assert.deepEqual(waiting().sort(), ['direct', 'group']);
    for (const id of ['direct', 'group']) answers.noteRoom(id, nowMs - 1);
    tree.getChildren();
    assert.equal(waiting().length, 2);
    for (const id of ['direct', 'group']) answers.noteRoom(id, nowMs + 1);
    tree.getChildren();
    assert.deepEqual(waiting(), ['group']);
  });

  it('updates only the row whose share changes, as the element that VS Code knows', () => {
    const { tree, told, change } = openTree(shares);
    const known = tree.getChildren();
    for (const row of known) tree.getTreeItem(row);
    const fired: unknown[] = [];
    tree.onDidChangeTreeData((rows) => fired.push(...(rows ?? [])));
    change(shares.map((share) => (share.id === 'two' ? recordOf('two') : structuredClone(share))));
    const two = known.find(({ shareId }) => shareId === 'two') ?? assert.fail();
    assert.deepEqual([told, fired[0] === two], [[['two']], true]);
    assert.match(String(tree.getTreeItem(two).description), /^Design · /);
  });

  it('updates the wait every ten seconds, and every second at the end', () => {
    const { tree, told, waits, clock, draw } = openTree(shares.map(waitingTwo));
    const said: string[] = [];
    const look = (): void => {
      draw();
      const two = tree.getChildren().find(({ shareId }) => shareId === 'two') ?? assert.fail();
      said.push(String(tree.getTreeItem(two).description));
    };
    tree.onDidChangeTreeData(look);
    waits.fire({ reason: 'rate-limited', untilMs: nowMs + 32_000 });
    for (let second = 0; second < 24; second += 1) clock.advance(1000);
    const seconds = said.map((words) => /retrying in (\d+) s/.exec(words)?.[1]);
    assert.deepEqual(seconds, ['30', '20', '10', '9', '8']);
    assert.deepEqual(new Set(told.flat()), new Set(['two']));
  });
});
