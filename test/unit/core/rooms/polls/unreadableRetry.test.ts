import assert from 'node:assert/strict';
import type { Room } from '../../../../../src/core/api/resources.ts';
import { UnreadableRetry } from '../../../../../src/core/rooms/polls/unreadableRetry.ts';
import { RoomDirectory } from '../../../../../src/core/rooms/roomDirectory.ts';
import { ManualClock } from '../../../../support/fakes/manualClock.ts';
import { RecordingLog } from '../../../../support/fakes/recordingLog.ts';
import { settle } from '../../api/scriptedSend.ts';

const [second, minute] = [1_000, 60_000];
const readable: Room = { id: '1', title: 'Security', type: 'group' };
const unreadable: Room = { ...readable, title: 'eyJ', errors: { title: { code: 'kms_failure', reason: 'no answer' } } };

describe('UnreadableRetry', () => {
  async function begin(...first: readonly Room[]) {
    const clock = new ManualClock();
    const log = new RecordingLog();
    const state = { requests: 0, isEnabled: true, answers: [first] as (readonly Room[] | Error)[] };
    const directory = new RoomDirectory(async function* () {
      state.requests += 1;
      const answer = state.answers.length > 1 ? state.answers.shift() : state.answers[0];
      if (answer instanceof Error) throw answer;
      yield { items: answer ?? [], hasNext: false };
    });
    const retry = new UnreadableRetry({ directory, isEnabled: () => state.isEnabled, clock, log });
    await directory.refresh();
    const pass = async (ms: number): Promise<number> => {
      const before = state.requests;
      for (let passed = 0; passed < ms; passed += second) {
        clock.advance(second);
        await settle();
      }
      return state.requests - before;
    };
    return { state, directory, retry, log, pass, clock };
  }

  it('retries a room that failed temporarily', async () => {
    const { state, directory, pass, clock } = await begin(unreadable);
    state.answers = [[unreadable], [readable]];
    assert.equal(await pass(2 * minute), 2);
    assert.equal(directory.find('1')?.title, 'Security');
    assert.equal(directory.find('1')?.errors, undefined);
    assert.equal(clock.timerCount, 0);
  });

  it('gives up after five retries', async () => {
    const { pass } = await begin(unreadable);
    assert.equal(await pass(40 * minute), 5);
    assert.equal(await pass(60 * minute), 0);
  });

  it('pauses while the list is hidden, and continues when it is visible', async () => {
    const { state, retry, pass } = await begin(unreadable);
    state.isEnabled = false;
    retry.reschedule();
    assert.equal(await pass(10 * minute), 0);
    state.isEnabled = true;
    retry.reschedule();
    assert.equal(await pass(second), 1);
  });
});
