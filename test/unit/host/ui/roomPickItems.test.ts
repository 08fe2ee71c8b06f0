import assert from 'node:assert/strict';
import type { ThemeIcon } from 'vscode';
import type { Room } from '../../../../src/core/api/resources.ts';
import { RoomDirectory } from '../../../../src/core/rooms/roomDirectory.ts';
import { RoomMarks } from '../../../../src/core/rooms/roomMarks.ts';
import { knownEmails } from '../../../support/fakes/knownEmails.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { roomPickItems } = await withVscode(() => import('../../../../src/host/ui/roomPickItems.ts'));

const nowMs = Date.parse('2026-03-10T12:00:00.000Z');
const room = (facts: Partial<Room> = {}): Room => ({ id: 'r1', title: 'Design', type: 'group', ...facts });
describe('The items of the room quick pick', () => {
  const clock = new ManualClock(nowMs);
  type PickMore = Pick<Parameters<typeof roomPickItems>[1], 'sameRoomId' | 'canMessagePerson'>;
  const rowsFor = async (rooms: readonly Room[], query = '', record: object = {}, more: PickMore = {}) => {
    const directory = new RoomDirectory(async function* () {
      yield { items: rooms, hasNext: false };
    });
    await directory.refresh();
    const marks = new RoomMarks({ read: () => record, write: async () => undefined });
    marks.switchAccount('account');
    const emails = knownEmails({ ada1: 'ada.one@example.com', ada2: 'ada$(x)@example.com' });
    const ports = { directory, marks, emails, clock };
    const shown = roomPickItems(ports, { query: '', limit: 2 });
    return roomPickItems(ports, { query, limit: 2, shown, ...more });
  };
  const words = (rows: Awaited<ReturnType<typeof rowsFor>>) =>
    rows.map(({ label, description = '' }) => [label, description].filter(Boolean).join(' | '));

  it('start with the room of this workspace; hidden rooms are found by typing', async () => {
    const rooms = ['a1', 'b1', 'c1'].map((id) => room({ id, title: id }));
    const marks = { workspaceRoom: 'b1', hidden: ['c1'] };
    const find = 'Find a Person…';
    assert.deepEqual(words(await rowsFor(rooms, '', marks)), [...['This workspace', `b1`, 'Rooms', `a1`, find]]);
    assert.deepEqual(words(await rowsFor(rooms, 'C', marks)), [`c1 | hidden`, find]);
    assert.equal((await rowsFor(rooms, 'zzz', marks)).length, 5);
  });

  it('lead to a person by the typed text if no room matches it, or if it is an address', async () => {
    const rooms = ['zoe@example.com in a title', 'b1'].map((id) => room({ id, title: id }));
    const last = async (query: string) => (await rowsFor(rooms, query, {}, { canMessagePerson: true })).at(-1)?.label;
    assert.equal(await last(''), 'Send to a Person…');
    assert.equal(await last('b1'), 'Send to a Person…');
    assert.equal(await last('zoe'), 'Send to a Person…');
    assert.equal(await last('zoe@example.com'), 'Message zoe@example.com Directly…');
    const known = room({ id: 'ada1', title: 'Ada', type: 'direct' });
    const rows = await rowsFor([...rooms, known], 'ADA.one@example.com', {}, { canMessagePerson: true });
    assert.deepEqual(
      rows.map(({ label, iconPath, isAnswer }) => [label, (iconPath as ThemeIcon).id, isAnswer === true]),
      [
        ['Ada', 'account', false],
        ['Message ADA.one@example.com Directly…', 'account', true],
      ],
    );
    assert.equal(await last('zz$(x)\u202e'), 'Message zz$ (x) Directly…');
  });

  it('start with the last used room, unless one is pinned for this workspace', async () => {
    const rooms = ['a1', 'b1', 'c1'].map((id) => room({ id, title: id }));
    const labels = async (marks: object) => (await rowsFor(rooms, '', marks)).slice(0, 2).map(({ label }) => label);
    const marks = { pinned: ['a1'], recent: ['c1', 'b1'] };
    assert.deepEqual(await labels(marks), ['Last used', 'c1']);
    assert.deepEqual(await labels({ ...marks, workspaceRoom: 'b1' }), ['This workspace', 'b1']);
  });

  it('end with the room that a share is sent from, which is never the first', async () => {
    const rooms = ['a1', 'b1', 'c1'].map((id) => room({ id, title: id }));
    const labels = async (marks: object, sameRoomId: string) =>
      (await rowsFor(rooms, '', marks, { sameRoomId })).map(({ label }) => label);
    const find = 'Find a Person…';
    assert.deepEqual(await labels({ recent: ['c1', 'b1'] }, 'c1'), [
      ...['Last used', 'b1', 'Rooms', 'a1', 'Same room', 'c1', find],
    ]);
    assert.deepEqual(await labels({ recent: ['c1'], workspaceRoom: 'a1' }, 'a1'), [
      ...['Last used', 'c1', 'Rooms', 'b1', 'Same room', 'a1', find],
    ]);
    assert.deepEqual(await labels({ pinned: ['b1'] }, 'b1'), ['Rooms', 'a1', 'c1', 'Same room', 'b1', find]);
  });

  it('disambiguate equal titles by the end of their ids when nothing else differs', async () => {
    const twins = [room({ id: 'one-111111' }), room({ id: 'two-222222' }), room({ id: 'x', title: 'Other' })];
    const rows = words(await rowsFor(twins, 'e'));
    const expected = ['Design | …111111', 'Design | …222222'];
    assert.deepEqual(rows.slice(0, 2), expected);
    assert.ok(rows.includes('Show More (1)'));
  });

  it('disambiguate equal titles by their teams, which are named after their oldest rooms', async () => {
    const inTeam = (id: string, title: string, teamId: string, created: string) => room({ id, title, teamId, created });
    const twins = [inTeam('1', 'Design', 't1', '2021'), inTeam('2', 'Design', 't2', '2021')];
    const named = [inTeam('3', 'Alpha', 't1', '2020'), inTeam('4', 'Beta', 't2', '2020')];
    const rows = words(await rowsFor([...twins, ...named], 'design'));
    assert.deepEqual(rows.slice(0, 2), [`Design | Team Alpha`, `Design | Team Beta`]);
  });

  it('are one plain line each, whatever the network sends', async () => {
    const title = `$(error) \u202ePay\nroll <b>**x**</b> 👩🏽‍💻 ${'x'.repeat(10_000)}`;
    const [, row] = await rowsFor([room({ id: '\u202e$(x)', title }), room({ id: '2$(x)', title })]);
    assert.match(row?.label ?? '', /^\$ \(error\) Pay roll <b>\*\*x\*\*<\/b> 👩🏽‍💻 x+…$/u);
    assert.ok((row?.label.length ?? 0) < 200);
    assert.doesNotMatch(`${row?.label}${row?.description}`.slice(3), /\$\(x|[\n\u202e]/);
  });
});
