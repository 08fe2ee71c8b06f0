import assert from 'node:assert/strict';
import type { Room } from '../../../../src/core/api/resources.ts';
import { groupRooms, type RoomGroupOptions } from '../../../../src/core/rooms/groupRooms.ts';

const room = (id: string, fields: Partial<Room> = {}): Room => ({ id, title: id, type: 'group', ...fields });
const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T08:00:00.000Z`;
const outline = (rooms: readonly Room[], places?: RoomGroupOptions) =>
  groupRooms(rooms, places).map((group) => [group.id, ...group.rooms.map(({ id }) => id)]);

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
    const places = {
      pinned: new Set(['c', 'a']),
      recent: ['d', 'b', 'a', 'gone'],
      hidden: new Set<string>(),
      showsHidden: false,
    };
    assert.deepEqual(outline(rooms, places), [
      ['pinned', 'a', 'c'],
      ['recent', 'd', 'b'],
      ['rooms', 'e'],
    ]);
  });

  it('sorts unread rooms first, also pinned ones, but no hidden ones', () => {
    const places = {
      unread: new Set(['a', 'b', 'c']),
      pinned: new Set(['b']),
      recent: ['c'],
      hidden: new Set(['a']),
      showsHidden: true,
    };
    assert.deepEqual(
      outline(
        ['a', 'b', 'c', 'd'].map((id) => room(id)),
        places,
      ),
      [
        ['unread', 'b', 'c'],
        ['rooms', 'd'],
        ['hidden', 'a'],
      ],
    );
  });

  it('names a team after the room that was created first, in any group and order', () => {
    const [busy, general] = [
      room('busy', { teamId: 'T', created: at(5), lastActivity: at(9) }),
      room('general', { teamId: 'T', created: at(1), lastActivity: at(6) }),
    ];
    const places = { pinned: new Set(['general']), recent: [], hidden: new Set<string>(), showsHidden: false };
    for (const rooms of [
      [busy, general],
      [general, busy],
    ])
      assert.equal(groupRooms(rooms, places).at(-1)?.namedAfter?.id, 'general');
  });
});
