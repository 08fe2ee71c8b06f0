import assert from 'node:assert/strict';
import { confirmationLifetimeMs, confirmPost, type PostDecision } from '../../../../src/core/chatTools/toolMessage.ts';

type Decision = PostDecision<string>;

/** Questions that the test answers, each with the number of its facts. */
function open(abort = new AbortController()) {
  const time = { ms: 1000 };
  const questions: { readonly facts: number; answer(decision: Decision): void }[] = [];
  let facts = 0;
  const confirm = (): Promise<Decision> =>
    confirmPost<number, string>({
      prepare: async () => {
        facts += 1;
        return facts;
      },
      ask: (asked) => new Promise((resolve) => questions.push({ facts: asked, answer: resolve })),
      clock: { now: () => time.ms },
      signal: abort.signal,
    });
  const next = async (index: number) => {
    while (questions[index] === undefined) await Promise.resolve();
    return questions[index];
  };
  return { time, questions, confirm, next, abort };
}

describe('confirmPost', () => {
  it("returns the user's answer within five minutes", async () => {
    const { confirm, next, time, questions } = open();
    const decided = confirm();
    const question = await next(0);
    time.ms += confirmationLifetimeMs;
    question.answer({ confirmed: 'a' });
    assert.deepEqual(await decided, { confirmed: 'a' });
    assert.equal(questions.length, 1);
  });

  it('expires after five minutes: the user is asked again with current facts', async () => {
    const { confirm, next, time } = open();
    const decided = confirm();
    const late = await next(0);
    time.ms += confirmationLifetimeMs + 1;
    late.answer({ confirmed: 'old' });
    const again = await next(1);
    assert.equal(again.facts, 2);
    again.answer({ confirmed: 'new' });
    assert.deepEqual(await decided, { confirmed: 'new' });
  });

  it('belongs to one call: a second call of the same post asks again', async () => {
    const { confirm, next, questions } = open();
    const [first, second] = [confirm(), confirm()];
    (await next(0)).answer({ answer: 'declined' });
    assert.deepEqual(await first, { answer: 'declined' });
    (await next(1)).answer({ confirmed: 'b' });
    assert.deepEqual(await second, { confirmed: 'b' });
    const third = confirm();
    (await next(2)).answer({ confirmed: 'c' });
    assert.deepEqual(await third, { confirmed: 'c' });
    assert.equal(questions.length, 3);
  });

  it('ends when declined, however late, and when the facts cannot be read', async () => {
    const { confirm, next, time, questions } = open();
    const declined = confirm();
    const question = await next(0);
    time.ms += confirmationLifetimeMs * 10;
    question.answer({ answer: 'declined' });
    assert.deepEqual(await declined, { answer: 'declined' });
    const failing = confirmPost({
      prepare: () => Promise.reject(new Error('no such room')),
      ask: () => assert.fail('asked without facts'),
      clock: { now: () => 0 },
      signal: new AbortController().signal,
    });
    await assert.rejects(failing, /no such room/);
    assert.equal(questions.length, 1);
  });
});
