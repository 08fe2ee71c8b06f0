import assert from 'node:assert/strict';
import type { Room } from '../../../../../src/core/api/resources.ts';
import { PollRecords, type SharedPoll } from '../../../../../src/core/rooms/polls/pollRecords.ts';
import { MemoryLock } from '../../../../support/fakes/memoryLock.ts';
import { memoryFiles } from '../memoryFiles.ts';

const design: Room = { id: '1', title: 'Design', type: 'group', lastActivity: '2026-01-01T00:00:00.000Z' };
const poll: SharedPoll = { atMs: 5, failureCount: 0, retryAtMs: 0, isComplete: true, rooms: [design] };

describe('PollRecords', () => {
  function open() {
    const { files, texts } = memoryFiles();
    return { texts, polls: new PollRecords(files, new MemoryLock()) };
  }

  it('reads what was written, by account, and ignores an invalid record', async () => {
    const { polls, texts } = open();
    await polls.write('ada', poll);
    assert.deepEqual([await polls.read('ada'), await polls.read('ben')], [poll, undefined]);
    texts.set('ada', JSON.stringify({ ...poll, version: 1, failureCount: -1 }));
    assert.equal(await polls.read('ada'), undefined);
  });

  it('writes the known fields of readable rooms only', async () => {
    const { polls, texts } = open();
    const secretive = { ...design, sipAddress: 'x@y', errors: undefined } as unknown as Room;
    const unreadable = { ...design, id: '2', errors: { title: { code: 'kms_failure', reason: '' } } };
    await polls.write('ada', { ...poll, rooms: [secretive, unreadable] });
    assert.deepEqual((await polls.read('ada'))?.rooms, [design]);
    assert.doesNotMatch(texts.get('ada') ?? '', /sipAddress/);
  });
});
