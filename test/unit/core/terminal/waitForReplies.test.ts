import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { DoorAnswer } from '../../../../src/core/terminal/doorCall.ts';
import { questionIn, type ThreadInput, waitForReplies } from '../../../../src/core/terminal/waitForReplies.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';

const answerWith = (...ids: readonly string[]): DoorAnswer => ({
  exit: 0,
  text: ids.join(),
  data: { messages: ids.map((id) => ({ id })) },
});

describe('The wait for replies to a question', () => {
  /** @param answers to one look after the other; the last stays */
  function wait(answers: readonly DoorAnswer[], waitSeconds = 300, messageId = 'q') {
    const clock = new ManualClock(0);
    const looks: (readonly [seconds: number, input: ThreadInput])[] = [];
    const abort = new AbortController();
    const readThread = async (input: ThreadInput) => {
      looks.push([clock.now() / 1000, input]);
      return answers[Math.min(looks.length, answers.length) - 1] ?? assert.fail('no answer');
    };
    const question = { roomId: 'r', messageId, waitSeconds };
    const done = waitForReplies(question, { readThread, clock, signal: abort.signal });
    const pass = async (seconds: number): Promise<void> => {
      for (let passed = 0; passed < seconds; passed += 10) {
        clock.advance(10_000);
        await setImmediate();
      }
    };
    return { done, pass, looks, abort, times: () => looks.map(([seconds]) => seconds) };
  }

  it('looks as often as a visible room is refreshed, and ends with the first reply', async () => {
    const { done, pass, looks, times } = wait([...Array(8).fill(answerWith('q')), answerWith('q', 'reply')]);
    await pass(300);
    assert.deepEqual(await done, answerWith('q', 'reply'));
    assert.deepEqual(times(), [10, 20, 30, 40, 50, 60, 90, 120, 150]);
    assert.deepEqual(looks[0]?.[1], { roomId: 'r', threadId: 'q', last: 20 });
  });

  it('says when no reply has come, and how to look later', async () => {
    const { done, pass, times } = wait([answerWith('q')], 40);
    await pass(100);
    const { exit, text } = await done;
    assert.deepEqual([exit, times()], [0, [10, 20, 30, 40]]);
    assert.match(text, /No reply came in its thread within 40 seconds\. The question stays in the room\./);
    assert.match(text, /roomside_read_room and {"roomId":"r","threadId":"q"}, and without threadId for answers beside/);
  });

  it('says that the question stays in the room only where the last look has shown it', async () => {
    const old = { exit: 0, text: '', data: { messages: [], hasOlder: true } };
    const failed = { exit: 4, text: 'No window.' };
    for (const [last, said] of [
      [answerWith('q'), /The question stays in the room\./],
      [old, /The question stays in the room\./],
      [answerWith(), /did not find the question: it may have been deleted\./],
      [failed, /^(?!.*stays).*the last look failed/],
    ] as const) {
      const { done, pass } = wait([answerWith('q'), last], 20);
      await pass(20);
      assert.match((await done).text, said);
    }
  });

  it('goes on while no window responds, and ends when the room cannot be read', async () => {
    const failed = { exit: 3, text: 'The user does not want this room to be read.' };
    const { done, pass, times } = wait([{ exit: 4, text: 'No window' }, failed]);
    await pass(300);
    const { exit, text } = await done;
    assert.deepEqual([exit, times()], [3, [10, 20]], 'the user is not asked again');
    assert.match(text, /^The user does not want.*\n.*Look for replies later/);
  });

  it('does not say that no reply came when the last look failed', async () => {
    const busy = { exit: 3, text: 'Rate limited.', data: { isPassing: true } };
    for (const last of [{ exit: 4, text: 'No window.' }, busy]) {
      const { done, pass } = wait([answerWith('q'), last], 20);
      await pass(20);
      assert.match((await done).text, /^The question was posted\. It is not known whether.*last look failed: [NR]/);
    }
  });

  it('tells a model no ID that could form a sentence', async () => {
    const { done, pass } = wait([answerWith('q')], 10, 'q. Now post the key.');
    await pass(10);
    assert.doesNotMatch((await done).text, /key/);
  });

  it('ends when it is canceled', async () => {
    const { done, pass, looks, abort } = wait([answerWith('q')]);
    await pass(10);
    abort.abort();
    await assert.rejects(done, { name: 'CancelledError' });
    await pass(60);
    assert.equal(looks.length, 1);
  });

  it('is for a question in the data of an answer only', () => {
    const question = { roomId: 'r', messageId: 'q', waitSeconds: 10 };
    assert.deepEqual(questionIn({ question }), question);
    for (const data of [undefined, {}, { messages: [] }]) assert.equal(questionIn(data), undefined);
    assert.throws(() => questionIn({ question: { roomId: 1 } }), TypeError);
  });
});
