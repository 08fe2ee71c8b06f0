import assert from 'node:assert/strict';
import { RateGate, type Slot } from '../../../../src/core/api/rateGate.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { settle } from './scriptedSend.ts';

function openGate() {
  const clock = new ManualClock();
  const gate = new RateGate(clock, () => undefined);
  /** Names of the admitted requests, in order, and their slots. */
  const admitted: string[] = [];
  const slots = new Map<string, Slot>();
  /** Requests a slot, and records when it is granted. */
  const enter = async (name: string, place = gate.arrive(false), signal?: AbortSignal): Promise<void> => {
    const slot = await gate.acquire(place, signal);
    admitted.push(slot === undefined ? `${name} dismissed` : name);
    if (slot !== undefined) slots.set(name, slot);
  };
  /** A slot of an open gate. */
  const admit = async (): Promise<Slot> =>
    (await gate.acquire(gate.arrive(false))) ?? assert.fail('the gate is closed for too long');
  const release = (name: string, wasAnswered: boolean): void =>
    gate.release(slots.get(name) ?? assert.fail(`${name} was not admitted`), wasAnswered);
  const pass = async (ms: number): Promise<readonly string[]> => {
    clock.advance(ms);
    await settle();
    return admitted;
  };
  return { gate, clock, admitted, enter, admit, release, pass };
}

/** The number of further requests that the gate admits now. */
async function widthNow({ enter, admitted, release }: ReturnType<typeof openGate>): Promise<number> {
  const abort = new AbortController();
  const before = admitted.length;
  const entering = Array.from({ length: 9 }, (_, index) =>
    enter(`width ${index}`, undefined, abort.signal).catch(() => undefined),
  );
  await settle();
  abort.abort();
  await Promise.all(entering);
  const names = admitted.splice(before);
  for (const name of names) release(name, false);
  return names.length;
}

/** The gate after a 429 and its wait: it admits one request at a time. */
async function after429(waitMs = 1000) {
  const opened = openGate();
  opened.gate.close(await opened.admit(), waitMs);
  await opened.pass(waitMs);
  return opened;
}

describe('The rate gate', () => {
  it('admits six requests at once, and the next one as soon as one of them ends', async () => {
    const { gate, admit, enter, pass } = openGate();
    const [first = assert.fail()] = await Promise.all([1, 2, 3, 4, 5, 6].map(admit));
    void enter('seventh');
    assert.deepEqual(await pass(0), []);
    gate.release(first, false);
    assert.deepEqual(await pass(0), ['seventh']);
  });

  it('admits writes before reads, each in the order of arrival, also one that got a 429', async () => {
    const { gate, admit, enter, release, pass } = openGate();
    const [early, late] = [gate.arrive(false), gate.arrive(false)];
    gate.close(await admit(), 1000);
    for (const [name, place] of [
      ['late poll', late],
      ['latest poll', undefined],
      ['early poll', early],
      ['share', gate.arrive(true)],
      ['upload', gate.arrive(true)],
    ] as const)
      void enter(name, place);
    const order = ['share', 'upload', 'early poll', 'late poll', 'latest poll'];
    for (const [index, name] of order.entries()) {
      assert.deepEqual(await pass(index === 0 ? 1000 : 0), order.slice(0, index + 1));
      release(name, true);
    }
  });

  it('removes a request from the queue when its signal aborts, and no other after it was admitted', async () => {
    const { gate, admit, enter, release, pass } = openGate();
    gate.close(await admit(), 1000);
    const [givenUp, admitted] = [new AbortController(), new AbortController()];
    const given = enter('given up', undefined, givenUp.signal);
    void enter('first', undefined, admitted.signal);
    void enter('second');
    givenUp.abort();
    await assert.rejects(given, CancelledError);
    assert.deepEqual(await pass(1000), ['first']);
    admitted.abort();
    release('first', false);
    assert.deepEqual(await pass(0), ['first', 'second']);
  });

  describe('after a 429', () => {
    it('waits as long as the service asks, at least 250 ms, and doubles it up to 30 seconds', async () => {
      for (const [requestedMs, waitsMs] of [
        [7000, [7000, 7000]],
        [45_000, [45_000]],
        [0, [250, 500, 1000]],
        [undefined, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]],
      ] as const) {
        const { gate, admit, clock } = openGate();
        for (const waitMs of waitsMs) {
          assert.equal(gate.close(await admit(), requestedMs), waitMs);
          clock.advance(waitMs);
        }
      }
    });

    for (const [what, isAnswered, nextMs] of [
      ['resets the wait after a successful request', true, 1000],
      ['does not reset the wait after a failed request', false, 2000],
    ] as const) {
      it(what, async () => {
        const { gate, admit } = await after429();
        gate.release(await admit(), isAnswered);
        assert.equal(gate.close(await admit(), undefined), nextMs);
      });
    }

    it('counts requests that were active together as one, and not their later success', async () => {
      const opened = openGate();
      const { gate, admit, clock } = opened;
      const [slow, ...slots] = await Promise.all([1, 2, 3, 4].map(admit));
      const waitsMs = slots.map((slot) => gate.close(slot, undefined));
      assert.deepEqual(waitsMs, [1000, 1000, 1000]);
      clock.advance(5000);
      gate.release(slow ?? assert.fail(), true);
      assert.equal(gate.close(await admit(), undefined), 2000);
      clock.advance(2000);
      assert.equal(await widthNow(opened), 1);
    });

    it('waits for the latest of several ends', async () => {
      const { gate, admit, enter, pass } = openGate();
      const [first, second] = [await admit(), await admit()];
      gate.close(first, 8000);
      gate.close(second, 3000);
      void enter('waiting');
      assert.deepEqual(await pass(7999), []);
      assert.deepEqual(await pass(1), ['waiting']);
    });
  });

  describe('after the wait', () => {
    it('raises the limit by one after every two seconds without a 429', async () => {
      const opened = await after429();
      const { gate, admit, clock } = opened;
      clock.advance(1999);
      gate.release(await admit(), true);
      assert.equal(await widthNow(opened), 1);
      clock.advance(1);
      for (let width = 2; width <= 8; width += 1) {
        gate.release(await admit(), true);
        gate.release(await admit(), true);
        assert.equal(await widthNow(opened), Math.min(width, 6));
        clock.advance(2000);
      }
    });

    it('opens for the next request after the machine has slept longer than the wait', async () => {
      const { gate, clock, admit, admitted, enter } = openGate();
      gate.close(await admit(), 240_000);
      void enter('before');
      // The timer has stood still.
      clock.set(clock.now() + 240_000);
      void enter('after');
      await settle();
      assert.deepEqual(admitted, ['before']);
    });

    it('raises it after the clock was set back, too', async () => {
      const opened = await after429();
      opened.clock.set(opened.clock.now() - 3_600_000);
      opened.gate.release(await opened.admit(), true);
      assert.equal(await widthNow(opened), 2);
    });

    it('does not count a request that has been active for two seconds, or since before the clock was set', async () => {
      const { admit, enter, pass } = await after429();
      await admit();
      void enter('next');
      assert.deepEqual(await pass(1999), []);
      assert.deepEqual(await pass(1), ['next']);
      const opened = await after429();
      await opened.admit();
      opened.clock.set(opened.clock.now() - 3_600_000);
      assert.equal(await widthNow(opened), 1);
    });
  });
});
