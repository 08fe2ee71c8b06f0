import assert from 'node:assert/strict';
import type { Room } from '../../../../src/core/api/resources.ts';
import { groupRooms, type RoomGroupOptions } from '../../../../src/core/rooms/groupRooms.ts';

const room = (id: string, fields: Partial<Room> = {}): Room => ({ id, title: id, type: 'group', ...fields });
const noMarks = { pinned: [], recent: [], hidden: [] };
const outline = (rooms: readonly Room[], options: RoomGroupOptions = { marks: noMarks }) =>
  groupRooms(rooms, options).map((group) => [group.id, ...group.rooms.map(({ id }) => id)]);

describe('groupRooms', () => {
  it('sorts direct rooms first, then rooms without a team, then teams by name', () => {
    const rooms = [
      room('tides', { teamId: 'T1' }),
      room('loose'),
      room('Ápex', { teamId: 'T2' }),
      room('secret', { teamId: 'T3', errors: { title: { code: 'kms_failure', reason: '' } } }),
      room('direct', { type: 'direct' }),
    ];
    assert.deepEqual(outline(rooms), [
      ['direct', 'direct'],
      ['rooms', 'loose'],
      ['team:T2', 'Ápex'],
      ['team:T1', 'tides'],
      ['team:T3', 'secret'],
    ]);
  });

  it('sorts pinned rooms first, then recent ones, the latest share first, each room once', () => {
    const rooms = [room('a'), room('b', { teamId: 'T' }), room('c', { type: 'direct' }), room('d'), room('e')];
    const marks = { ...noMarks, pinned: ['c'], recent: ['d', 'b', 'a', 'gone'], workspaceRoom: 'a' };
    assert.deepEqual(outline(rooms, { marks }), [
      ['pinned', 'a', 'c'],
      ['recent', 'd', 'b'],
      ['rooms', 'e'],
    ]);
  });

  it('sorts unread rooms first, also pinned ones, but no hidden ones', () => {
    const marks = { pinned: ['b'], recent: ['c'], hidden: ['a'] };
    const places = { marks, unread: new Set(['a', 'b', 'c']) };
    const rooms = ['a', 'b', 'c', 'd'].map((id) => room(id));
    assert.deepEqual(outline(rooms, places), [
      ['unread', 'b', 'c'],
      ['rooms', 'd'],
      ['hidden', 'a'],
    ]);
  });
});
