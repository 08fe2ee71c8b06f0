import assert from 'node:assert/strict';
import { RateGate, type Slot } from '../../../../src/core/api/rateGate.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { settle } from './scriptedSend.ts';

interface Gate {
  readonly gate: RateGate;
  readonly clock: ManualClock;
  readonly waits: (number | undefined)[];
  /** Names of the admitted requests, in order, and their slots. */
  readonly admitted: string[];
  readonly slots: Map<string, Slot>;
  /** Requests a slot, and records when it is granted. */
  enter(name: string, place?: number, signal?: AbortSignal): Promise<void>;
}

function openGate(): Gate {
  const clock = new ManualClock();
  const waits: (number | undefined)[] = [];
  const gate = new RateGate(clock, (untilMs) => waits.push(untilMs));
  const admitted: string[] = [];
  const slots = new Map<string, Slot>();
  const enter: Gate['enter'] = async (name, place = gate.arrive(false), signal = undefined) => {
    const slot = await gate.acquire(place, signal);
    admitted.push(slot === undefined ? `${name} dismissed` : name);
    if (slot !== undefined) slots.set(name, slot);
  };
  return { gate, clock, waits, admitted, slots, enter };
}

function slotOf({ slots }: Gate, name: string): Slot {
  return slots.get(name) ?? assert.fail(`${name} was not admitted`);
}

/** A slot of an open gate. */
async function admit({ gate }: Gate): Promise<Slot> {
  return (await gate.acquire(gate.arrive(false))) ?? assert.fail('the gate is closed for too long');
}

/** The number of further requests that the gate admits now. */
async function widthNow(parts: Gate): Promise<number> {
  const abort = new AbortController();
  const before = parts.admitted.length;
  const entering = Array.from({ length: 9 }, (_, index) =>
    parts.enter(`width ${index}`, undefined, abort.signal).catch(() => undefined),
  );
  await settle();
  abort.abort();
  await Promise.all(entering);
  const names = parts.admitted.splice(before);
  for (const name of names) parts.gate.release(slotOf(parts, name), false);
  return names.length;
}

/** The gate after a 429 and its wait: it admits one request at a time. */
async function after429(retryAfterMs = 1000): Promise<Gate> {
  const parts = openGate();
  parts.gate.close(await admit(parts), retryAfterMs);
  parts.clock.advance(retryAfterMs);
  await settle();
  return parts;
}

describe('The rate gate', () => {
  it('admits six requests at once, and the next one as soon as one of them ends', async () => {
    const parts = openGate();
    const first = await admit(parts);
    for (let count = 1; count < 6; count += 1) await admit(parts);
    void parts.enter('seventh');
    await settle();
    assert.deepEqual(parts.admitted, []);
    parts.gate.release(first, false);
    await settle();
    assert.deepEqual(parts.admitted, ['seventh']);
  });

  it('admits writes before reads, so that a share does not wait behind a poll', async () => {
    const parts = openGate();
    parts.gate.close(await admit(parts), 1000);
    for (const name of ['poll', 'listing']) void parts.enter(name);
    for (const name of ['share', 'upload']) void parts.enter(name, parts.gate.arrive(true));
    parts.clock.advance(1000);
    for (const name of ['share', 'upload', 'poll', 'listing']) {
      await settle();
      assert.equal(parts.admitted.at(-1), name);
      parts.gate.release(slotOf(parts, name), true);
    }
  });

  it('admits requests in order, so that one with a 429 keeps its place', async () => {
    const parts = openGate();
    const places = { early: parts.gate.arrive(false), late: parts.gate.arrive(false) };
    const slot = await admit(parts);
    parts.gate.close(slot, 1000);
    void parts.enter('late', places.late);
    void parts.enter('latest');
    void parts.enter('early', places.early);
    parts.clock.advance(1000);
    for (const name of ['early', 'late', 'latest']) {
      await settle();
      assert.equal(parts.admitted.at(-1), name);
      parts.gate.release(slotOf(parts, name), true);
    }
  });

  describe('when a signal aborts', () => {
    it('removes the request from the queue, and admits the others', async () => {
      const parts = openGate();
      parts.gate.close(await admit(parts), 1000);
      const abort = new AbortController();
      const given = parts.enter('given up', undefined, abort.signal);
      void parts.enter('other');
      abort.abort();
      await assert.rejects(given, CancelledError);
      parts.clock.advance(1000);
      await settle();
      assert.deepEqual(parts.admitted, ['other']);
    });

    it('removes no other request from the queue if its own was already admitted', async () => {
      const parts = openGate();
      parts.gate.close(await admit(parts), 1000);
      const abort = new AbortController();
      void parts.enter('first', undefined, abort.signal);
      void parts.enter('second');
      parts.clock.advance(1000);
      await settle();
      assert.deepEqual(parts.admitted, ['first']);
      abort.abort();
      parts.gate.release(slotOf(parts, 'first'), false);
      await settle();
      assert.deepEqual(parts.admitted, ['first', 'second']);
    });
  });

  describe('after a 429', () => {
    it('waits as long as the service asks, and at least 250 ms', () => {
      const slot = { startedMs: 0, closings: 0 };
      for (const [requestedMs, waitMs] of [
        [7000, 7000],
        [0, 250],
        [undefined, 1000],
      ] as const)
        assert.equal(openGate().gate.close(slot, requestedMs), waitMs);
    });

    it('doubles the wait with each consecutive 429, up to 30 seconds', async () => {
      const parts = openGate();
      const waits: number[] = [];
      for (let refusal = 0; refusal < 8; refusal += 1) {
        const waitMs = parts.gate.close(await admit(parts), undefined);
        waits.push(waitMs);
        parts.clock.advance(waitMs);
      }
      assert.deepEqual(waits, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
      assert.equal(parts.gate.close(await admit(parts), 45_000), 45_000);
    });

    it('counts 429s of requests that were active together as one', async () => {
      const parts = openGate();
      const slots = [await admit(parts), await admit(parts), await admit(parts)];
      assert.deepEqual(
        slots.map((slot) => parts.gate.close(slot, undefined)),
        [1000, 1000, 1000],
      );
    });

    it('resets the wait after a successful request', async () => {
      const parts = await after429();
      parts.gate.release(await admit(parts), true);
      assert.equal(parts.gate.close(await admit(parts), undefined), 1000);
    });

    it('does not reset the wait after a response to a request from before the 429', async () => {
      const parts = openGate();
      const slow = await admit(parts);
      parts.gate.close(await admit(parts), undefined);
      parts.clock.advance(5000);
      parts.gate.release(slow, true);
      assert.equal(parts.gate.close(await admit(parts), undefined), 2000);
      parts.clock.advance(2000);
      assert.equal(await widthNow(parts), 1);
    });

    it('does not reset the wait after a failed request', async () => {
      const parts = await after429();
      parts.gate.release(await admit(parts), false);
      assert.equal(parts.gate.close(await admit(parts), undefined), 2000);
    });

    it('waits for the latest of several ends', async () => {
      const parts = openGate();
      const slots = [await admit(parts), await admit(parts)] as const;
      parts.gate.close(slots[0], 8000);
      parts.gate.close(slots[1], 3000);
      void parts.enter('waiting');
      parts.clock.advance(7999);
      await settle();
      assert.deepEqual(parts.admitted, []);
      parts.clock.advance(1);
      await settle();
      assert.deepEqual(parts.admitted, ['waiting']);
    });

    it('reports the end of the wait while a request waits, and that it is over', async () => {
      const parts = openGate();
      const untilMs = parts.clock.now() + 1000;
      parts.gate.close(await admit(parts), 1000);
      assert.equal(parts.waits.at(-1), undefined);
      void parts.enter('waiting');
      assert.equal(parts.waits.at(-1), untilMs);
      parts.clock.advance(1000);
      await settle();
      assert.equal(parts.waits.at(-1), undefined);
    });
  });

  describe('after the wait', () => {
    it('raises the limit by one after every two seconds without a 429', async () => {
      const parts = await after429();
      parts.clock.advance(1999);
      parts.gate.release(await admit(parts), true);
      assert.equal(await widthNow(parts), 1);
      parts.clock.advance(1);
      for (let width = 2; width <= 8; width += 1) {
        parts.gate.release(await admit(parts), true);
        parts.gate.release(await admit(parts), true);
        assert.equal(await widthNow(parts), Math.min(width, 6));
        parts.clock.advance(2000);
      }
    });

    it('does not count a request that has been active for two seconds', async () => {
      const parts = await after429();
      await admit(parts);
      void parts.enter('next');
      parts.clock.advance(1999);
      await settle();
      assert.deepEqual(parts.admitted, []);
      parts.clock.advance(1);
      await settle();
      assert.deepEqual(parts.admitted, ['next']);
    });

    it('does not wait longer if the clock is set back', async () => {
      const parts = await after429();
      await admit(parts);
      parts.clock.set(parts.clock.now() - 3_600_000);
      assert.equal(await widthNow(parts), 1);
    });
  });
});
