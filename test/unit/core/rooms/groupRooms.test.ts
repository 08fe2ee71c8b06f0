import assert from 'node:assert/strict';
import type { Room } from '../../../../src/core/api/resources.ts';
import { groupRooms, type RoomGroupOptions } from '../../../../src/core/rooms/groupRooms.ts';
import { isUnreadable } from '../../../../src/core/rooms/knownRoom.ts';

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

  it('keeps the given order within each group', () => {
    assert.deepEqual(outline([room('b'), room('c'), room('a')]), [['rooms', 'b', 'c', 'a']]);
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

  it('shows hidden rooms last, and only if enabled', () => {
    const rooms = [room('a'), room('b'), room('t', { teamId: 'T' })];
    const places = { pinned: new Set<string>(), recent: ['a'], hidden: new Set(['a']), showsHidden: false };
    assert.deepEqual(outline(rooms, places), [
      ['rooms', 'b'],
      ['team:T', 't'],
    ]);
    assert.deepEqual(outline(rooms, { ...places, showsHidden: true }).at(-1), ['hidden', 'a']);
  });

  it('names a team after its oldest room in any group', () => {
    const rooms = [room('general', { teamId: 'T', created: at(1) }), room('other', { teamId: 'T', created: at(2) })];
    const places = { pinned: new Set(['general']), recent: [], hidden: new Set<string>(), showsHidden: false };
    assert.equal(groupRooms(rooms, places).at(-1)?.namedAfter?.id, 'general');
  });

  it('returns no empty groups', () => {
    assert.deepEqual(groupRooms([]), []);
    assert.deepEqual(outline([room('a')]), [['rooms', 'a']]);
  });

  it('does not change its input', () => {
    const rooms = Object.freeze([room('a', { lastActivity: at(1) }), room('b', { lastActivity: at(2) })]);
    groupRooms(rooms);
    assert.deepEqual(
      rooms.map(({ id }) => id),
      ['a', 'b'],
    );
  });

  it('keeps a direct room with a team among the direct rooms', () => {
    assert.deepEqual(outline([room('d', { type: 'direct', teamId: 'T1' })]), [['direct', 'd']]);
  });

  it('treats a room of unknown type as a group room', () => {
    assert.deepEqual(outline([room('n', { type: 'broadcast' })]), [['rooms', 'n']]);
  });

  it('names a team after the room that was created first', () => {
    const [team] = groupRooms([
      room('busy', { teamId: 'T', created: at(5), lastActivity: at(9) }),
      room('general', { teamId: 'T', created: at(1), lastActivity: at(6) }),
    ]);
    assert.equal(team?.namedAfter?.id, 'general');
  });

  it('uses a room without a creation time only if there is no other', () => {
    const silent = room('silent', { teamId: 'T' });
    const general = room('general', { teamId: 'T', created: at(1) });
    assert.equal(groupRooms([silent, general])[0]?.namedAfter?.id, 'general');
    assert.equal(groupRooms([silent])[0]?.namedAfter?.id, 'silent');
  });

  it('never names a team after an unreadable title', () => {
    const errors = { title: { code: 'kms_failure', reason: 'no answer' } };
    const [team] = groupRooms([room('secret', { teamId: 'T', created: at(1), errors })]);
    assert.equal(team?.namedAfter, undefined);
    assert.equal(team?.rooms.length, 1);
  });

  it('treats a room as unreadable only if its title failed', () => {
    const error = { code: 'kms_failure', reason: '' };
    assert.equal(isUnreadable(room('a', { errors: { title: error } })), true);
    assert.equal(isUnreadable(room('b', { errors: { teamId: error } })), false);
    assert.equal(isUnreadable(room('c')), false);
  });
});
