import assert from 'node:assert/strict';
import type { Room } from '../../../../src/core/api/resources.ts';
import { groupsDifference, type RoomGroup } from '../../../../src/core/rooms/groupRooms.ts';

const room = (id: string, title = id): Room => ({ id, title, type: 'group' });
const group = (id: 'direct' | 'rooms', ...rooms: readonly Room[]): RoomGroup => ({ kind: id, id, rooms });
const nothing = { isOutlineChanged: false, groupIds: [], roomIds: [] };
const difference = (one: readonly RoomGroup[], other: readonly RoomGroup[], changed: ReadonlySet<string>) =>
  groupsDifference(one, other, changed, () => 3);
const before = [group('direct', room('a'), room('b')), group('rooms', room('c'))];

describe('groupsDifference', () => {
  it('contains only the group whose rooms were added, removed or moved', () => {
    const moved = [group('direct', room('b'), room('a')), group('rooms', room('c'))];
    assert.deepEqual(difference(before, moved, new Set(['b'])), { ...nothing, groupIds: ['direct'] });
    const came = [before[0] as RoomGroup, group('rooms', room('c'), room('d'))];
    assert.deepEqual(difference(before, came, new Set(['d'])), { ...nothing, groupIds: ['rooms'] });
  });

  it('ignores rooms that are not rendered, except for their number', () => {
    const drawn = [room('a'), room('b'), room('c')];
    const one = [group('rooms', ...drawn, room('d'), room('e'))];
    const other = [group('rooms', ...drawn, room('e', 'renamed'), room('d'))];
    assert.deepEqual(difference(one, other, new Set(['e'])), nothing);
    const fewer = [group('rooms', ...drawn, room('d'))];
    assert.deepEqual(difference(one, fewer, new Set()), { ...nothing, groupIds: ['rooms'] });
  });

  it('reports the outline when groups are added, removed or moved', () => {
    for (const after of [
      before.slice(0, 1),
      before.toReversed(),
      [],
      [...before, { kind: 'hidden', id: 'h', rooms: [] }],
    ]) {
      assert.equal(difference(before, after as readonly RoomGroup[], new Set()).isOutlineChanged, true);
    }
  });
});
