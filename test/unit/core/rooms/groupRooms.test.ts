import assert from 'node:assert/strict';
import type { Room } from '../../../../src/core/api/resources.ts';
import { byLastActivity, groupRooms, isUnreadable } from '../../../../src/core/rooms/groupRooms.ts';

const room = (id: string, fields: Partial<Room> = {}): Room => ({ id, title: id, type: 'group', ...fields });
const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T08:00:00.000Z`;
const outline = (rooms: readonly Room[]) =>
  groupRooms(rooms).map((group) => [group.id, ...group.rooms.map(({ id }) => id)]);

describe('grouping rooms', () => {
  it('puts direct rooms first, then those of no team, then each team by its latest activity', () => {
    const rooms = [
      room('old-team', { teamId: 'T1', lastActivity: at(1) }),
      room('loose', { lastActivity: at(2) }),
      room('new-team', { teamId: 'T2', lastActivity: at(9) }),
      room('direct', { type: 'direct', lastActivity: at(3) }),
    ];
    assert.deepEqual(outline(rooms), [
      ['direct', 'direct'],
      ['rooms', 'loose'],
      ['team:T2', 'new-team'],
      ['team:T1', 'old-team'],
    ]);
  });

  it('sorts the rooms of a group by last activity, newest first', () => {
    const rooms = [
      room('a', { lastActivity: at(1) }),
      room('b', { lastActivity: at(5) }),
      room('c', { lastActivity: at(3) }),
    ];
    assert.deepEqual(outline(rooms), [['rooms', 'b', 'c', 'a']]);
  });

  it('puts rooms without a readable time last, in the order they came', () => {
    const rooms = [room('x', { lastActivity: 'soon' }), room('y'), room('z', { lastActivity: at(1) })];
    assert.deepEqual(
      [...rooms].sort(byLastActivity).map(({ id }) => id),
      ['z', 'x', 'y'],
    );
  });

  it('shows no heading without rooms', () => {
    assert.deepEqual(groupRooms([]), []);
    assert.deepEqual(outline([room('a')]), [['rooms', 'a']]);
  });

  it('leaves the list it is given as it is', () => {
    const rooms = Object.freeze([room('a', { lastActivity: at(1) }), room('b', { lastActivity: at(2) })]);
    groupRooms(rooms);
    assert.deepEqual(
      rooms.map(({ id }) => id),
      ['a', 'b'],
    );
  });

  it('keeps a direct room among the direct ones even when it names a team', () => {
    assert.deepEqual(outline([room('d', { type: 'direct', teamId: 'T1' })]), [['direct', 'd']]);
  });

  it('takes a room of a type it does not know for a group', () => {
    assert.deepEqual(outline([room('n', { type: 'broadcast' })]), [['rooms', 'n']]);
  });

  it('names a team after its room that was created first', () => {
    const [team] = groupRooms([
      room('busy', { teamId: 'T', created: at(5), lastActivity: at(9) }),
      room('general', { teamId: 'T', created: at(1), lastActivity: at(6) }),
    ]);
    assert.equal(team?.namedAfter?.id, 'general');
  });

  it('names no team after a room that does not tell when it was created, unless there is no other', () => {
    const silent = room('silent', { teamId: 'T' });
    const general = room('general', { teamId: 'T', created: at(1) });
    assert.equal(groupRooms([silent, general])[0]?.namedAfter?.id, 'general');
    assert.equal(groupRooms([silent])[0]?.namedAfter?.id, 'silent');
  });

  it('names no team after a title that could not be retrieved', () => {
    const errors = { title: { code: 'kms_failure', reason: 'no answer' } };
    const [team] = groupRooms([room('secret', { teamId: 'T', created: at(1), errors })]);
    assert.equal(team?.namedAfter, undefined);
    assert.equal(team?.rooms.length, 1);
  });

  it('takes a room for unreadable only when its title is what failed', () => {
    const error = { code: 'kms_failure', reason: '' };
    assert.equal(isUnreadable(room('a', { errors: { title: error } })), true);
    assert.equal(isUnreadable(room('b', { errors: { teamId: error } })), false);
    assert.equal(isUnreadable(room('c')), false);
  });
});
