import assert from 'node:assert/strict';
import type { Room } from '../../../../src/core/api/resources.ts';
import { identifyRoom } from '../../../../src/core/chatTools/findRooms.ts';

const room = (id: string, title: string, more: Partial<Room> = {}): Room => ({ id, title, type: 'group', ...more });

describe('identifyRoom', () => {
  it('returns an id suffix for a room with a unique title', () => {
    const design = room('Y2lzY29zcGFyazAbCdEf', 'Design');
    assert.deepEqual(identifyRoom(design, [design, room('other', 'Release')]), {
      room: design,
      team: undefined,
      idSuffix: 'AbCdEf',
      sameTitleCount: 0,
    });
  });

  it('counts rooms of the same title and returns a unique id suffix', () => {
    const design = room('room-1-same-end', 'Design');
    const twins = [design, room('room-2-same-end', 'Design'), room('room-3-same-end', 'DESIGN')];
    const { idSuffix, sameTitleCount } = identifyRoom(design, twins);
    assert.deepEqual(
      { idSuffix: idSuffix, sameTitleCount: sameTitleCount },
      { idSuffix: '1-same-end', sameTitleCount: 2 },
    );
  });

  it('treats titles that look equal as equal: case, accents, hidden characters, letters of other scripts', () => {
    for (const title of ['CAFE', 'Café', '\u200bCafe', ' Cafe ', 'Cafe\u202e', 'Ca\u200bfe', 'Саfе']) {
      const cafe = room('1', 'Cafe');
      assert.equal(identifyRoom(cafe, [cafe, room('2', title)]).sameTitleCount, 1, JSON.stringify(title));
    }
    assert.equal(identifyRoom(room('1', 'Cafe'), [room('2', 'Cafes')]).sameTitleCount, 0);
  });

  it('names the team after its oldest room', () => {
    const general = room('1', 'Platform', { teamId: 't', created: '2020-01-01T00:00:00.000Z' });
    const design = room('2', 'Design', { teamId: 't', created: '2021-01-01T00:00:00.000Z' });
    assert.equal(identifyRoom(design, [general, design]).team, general);
    assert.equal(identifyRoom(design, []).team, undefined);
  });
});
