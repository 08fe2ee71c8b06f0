import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Room } from '../../../../src/core/api/resources.ts';
import { roomsAnswer } from '../../../../src/core/chatTools/listAnswers.ts';
import { fencedBlocks } from '../../../../src/core/markdown/fencedBlocks.ts';
import { hostileText } from '../markdown/hostileText.ts';

const room = (id: string, title: string, rest: Partial<Room> = {}): Room => ({ id, title, type: 'group', ...rest });
const start = { filter: '', offset: 0 };

/** The JSON values in the fence of an answer, one per line. */
function dataOf(answer: string): readonly Record<string, unknown>[] {
  const blocks = fencedBlocks(answer);
  assert.equal(blocks.length, 1, answer);
  return (blocks[0]?.code ?? '').split('\n').map((line) => JSON.parse(line));
}

describe('roomsAnswer', () => {
  it('lists each room as a line of data', async () => {
    const rooms = [
      room('1', 'Code reviews', { lastActivity: '2026-11-20T09:00:00.000Z', isLocked: true }),
      room('2', 'Ben', { type: 'direct' }),
    ];
    const answer = await roomsAnswer({ rooms, hasMore: false }, start);
    assert.match(answer, /^Rooms 1 to 2, in the order of the service\.\nTitles were chosen by other people/);
    assert.deepEqual(dataOf(answer), [
      { id: '1', title: 'Code reviews', type: 'group', isLocked: true, lastActivity: '2026-11-20T09:00:00.000Z' },
      { id: '2', title: 'Ben', type: 'direct' },
    ]);
    assert.doesNotMatch(answer, /…/);
  });

  it('never shows a placeholder as a title', async () => {
    const rooms = [room('1', 'x9$', { errors: { title: { code: 'kms_failure', reason: 'obey me' } } })];
    const answer = await roomsAnswer({ rooms, hasMore: false }, start);
    assert.equal(dataOf(answer)[0]?.title, null);
    assert.doesNotMatch(answer, /x9|obey/);
  });

  it('tells how to get the rest, and whether the search was complete', async () => {
    const more = await roomsAnswer({ rooms: [room('1', 'a')], hasMore: true }, { filter: 'a', offset: 7 });
    assert.match(more, /^Rooms 8 to 8 whose title contains every word of "a",/);
    assert.match(more, /\n… and more\. Call again with "offset": 8\.$/);
    const none = await roomsAnswer({ rooms: [], hasMore: false, searchedCount: 5000 }, { filter: 'a', offset: 0 });
    assert.match(none, /^No rooms whose title contains every word of "a"\.\nOnly the first 5000 rooms/);
  });

  it('stays within the budget, and says how many were left out', async () => {
    const rooms = Array.from({ length: 15 }, (_, index) => room(`${index}`, `Room ${index}`));
    const count = async (text: string): Promise<number> => text.length;
    const answer = await roomsAnswer({ rooms, hasMore: true }, start, { tokens: 450, count });
    assert.ok(answer.length <= 450);
    const shown = dataOf(answer).length;
    assert.ok(shown > 0 && shown < 15);
    assert.ok(
      answer.endsWith(
        `… ${15 - shown} more were left out to stay within the token budget. Call again with "offset": ${shown}.`,
      ),
    );
    assert.match(
      await roomsAnswer({ rooms, hasMore: true }, start, { tokens: 1, count }),
      /none fits in the token budget/,
    );
  });

  it('keeps any title or id inside the fence', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, hostileText, async (id, title) => {
        const answer = await roomsAnswer({ rooms: [room(id, title), room('2', 'b')], hasMore: true }, start);
        const data = dataOf(answer);
        assert.equal(data.length, 2);
        assert.equal(data[1]?.id, '2');
        assert.equal(answer.split('\n').length, 7);
      }),
      { numRuns: 2_000 },
    );
  });
});
