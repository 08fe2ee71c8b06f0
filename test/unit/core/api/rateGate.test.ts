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
  enter(name: string, order?: number, signal?: AbortSignal): Promise<void>;
}

function openGate(): Gate {
  const clock = new ManualClock();
  const waits: (number | undefined)[] = [];
  const gate = new RateGate(clock, (untilMs) => waits.push(untilMs));
  const admitted: string[] = [];
  const slots = new Map<string, Slot>();
  const enter: Gate['enter'] = async (name, order = gate.nextOrder(), signal = undefined) => {
    slots.set(name, (await gate.acquire(order, signal)) ?? assert.fail('the gate is closed for too long'));
    admitted.push(name);
  };
  return { gate, clock, waits, admitted, slots, enter };
}

function slotOf({ slots }: Gate, name: string): Slot {
  const slot = slots.get(name);
  assert.ok(slot, `${name} was admitted`);
  return slot;
}

/** A slot without waiting. */
function admit({ gate }: Gate): Slot {
  const slot = gate.tryAcquire();
  assert.ok(slot);
  return slot;
}

/** The gate after a refusal and its wait: it admits one request at a time. */
async function afterRefusal(retryAfterMs = 1000): Promise<Gate> {
  const parts = openGate();
  parts.gate.onRateLimited(admit(parts), retryAfterMs);
  parts.clock.advance(retryAfterMs);
  await settle();
  return parts;
}

describe('The rate gate', () => {
  it('admits six requests at once, and the next one as soon as one of them ends', async () => {
    const parts = openGate();
    const first = admit(parts);
    for (let count = 1; count < 6; count += 1) admit(parts);
    assert.equal(parts.gate.tryAcquire(), undefined);
    void parts.enter('seventh');
    await settle();
    assert.deepEqual(parts.admitted, []);
    parts.gate.release(first, false);
    await settle();
    assert.deepEqual(parts.admitted, ['seventh']);
  });

  it('admits requests in order, so that a refused one keeps its order', async () => {
    const parts = openGate();
    const places = { early: parts.gate.nextOrder(), late: parts.gate.nextOrder() };
    const slot = admit(parts);
    parts.gate.onRateLimited(slot, 1000);
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

  it('does not let a request overtake waiting ones', async () => {
    const parts = openGate();
    const slots = Array.from({ length: 6 }, () => admit(parts));
    parts.gate.onRateLimited(slots[0] as Slot, 1000);
    for (const slot of slots.slice(1)) parts.gate.release(slot, true);
    void parts.enter('waiting');
    void parts.enter('behind');
    assert.equal(parts.gate.tryAcquire(), undefined);
    parts.clock.advance(1000);
    await settle();
    assert.deepEqual(parts.admitted, ['waiting']);
    assert.equal(parts.gate.tryAcquire(), undefined);
  });

  describe('when a signal aborts', () => {
    it('removes the request from the queue, and admits the others', async () => {
      const parts = openGate();
      parts.gate.onRateLimited(admit(parts), 1000);
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
      parts.gate.onRateLimited(admit(parts), 1000);
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

    it('does not queue a request whose signal has aborted', async () => {
      const parts = openGate();
      parts.gate.onRateLimited(admit(parts), 1000);
      const isRefused = async () => parts.enter('given up', undefined, AbortSignal.abort());
      await assert.rejects(isRefused, CancelledError);
      assert.deepEqual(parts.waits, [undefined]);
    });

    it('reports no wait after the last waiting request is cancelled', async () => {
      const parts = openGate();
      const untilMs = parts.clock.now() + 1000;
      parts.gate.onRateLimited(admit(parts), 1000);
      const abort = new AbortController();
      const given = parts.enter('given up', undefined, abort.signal);
      assert.equal(parts.waits.at(-1), untilMs);
      abort.abort();
      await assert.rejects(given, CancelledError);
      assert.equal(parts.waits.at(-1), undefined);
    });
  });

  describe('after a refusal', () => {
    it('waits as long as the service asks, and at least 250 ms', () => {
      const parts = openGate();
      assert.equal(parts.gate.onRateLimited(admit(parts), 7000), 7000);
      assert.equal(openGate().gate.onRateLimited({ startedMs: 0, closings: 0 }, 0), 250);
      assert.equal(openGate().gate.onRateLimited({ startedMs: 0, closings: 0 }, undefined), 1000);
    });

    it('doubles the wait with each consecutive refusal, up to 30 seconds', async () => {
      const parts = openGate();
      const waits: number[] = [];
      for (let refusal = 0; refusal < 8; refusal += 1) {
        const waitMs = parts.gate.onRateLimited(admit(parts), undefined);
        waits.push(waitMs);
        parts.clock.advance(waitMs);
      }
      assert.deepEqual(waits, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
      assert.equal(parts.gate.onRateLimited(admit(parts), 45_000), 45_000);
    });

    it('counts refusals of requests that were active together as one', () => {
      const parts = openGate();
      const slots = [admit(parts), admit(parts), admit(parts)];
      assert.deepEqual(
        slots.map((slot) => parts.gate.onRateLimited(slot, undefined)),
        [1000, 1000, 1000],
      );
    });

    it('resets the wait after a successful request', async () => {
      const parts = await afterRefusal();
      parts.gate.release(admit(parts), true);
      assert.equal(parts.gate.onRateLimited(admit(parts), undefined), 1000);
    });

    it('does not reset the wait after a response to a request from before the refusal', async () => {
      const parts = openGate();
      const slow = admit(parts);
      parts.gate.onRateLimited(admit(parts), undefined);
      parts.clock.advance(5000);
      parts.gate.release(slow, true);
      assert.equal(parts.gate.onRateLimited(admit(parts), undefined), 2000);
      parts.clock.advance(2000);
      admit(parts);
      assert.equal(parts.gate.tryAcquire(), undefined);
    });

    it('does not reset the wait after a failed request', async () => {
      const parts = await afterRefusal();
      parts.gate.release(admit(parts), false);
      assert.equal(parts.gate.onRateLimited(admit(parts), undefined), 2000);
    });

    it('waits for the latest of several ends', async () => {
      const parts = openGate();
      const slots = [admit(parts), admit(parts)] as const;
      parts.gate.onRateLimited(slots[0], 8000);
      parts.gate.onRateLimited(slots[1], 3000);
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
      parts.gate.onRateLimited(admit(parts), 1000);
      assert.equal(parts.waits.at(-1), undefined);
      void parts.enter('waiting');
      assert.equal(parts.waits.at(-1), untilMs);
      parts.clock.advance(1000);
      await settle();
      assert.equal(parts.waits.at(-1), undefined);
    });
  });

  describe('after the wait', () => {
    it('raises the limit by one after every two seconds without a refusal', async () => {
      const parts = await afterRefusal();
      const widthNow = (): number => {
        const slots: Slot[] = [];
        for (let slot = parts.gate.tryAcquire(); slot !== undefined; slot = parts.gate.tryAcquire()) slots.push(slot);
        for (const slot of slots) parts.gate.release(slot, false);
        return slots.length;
      };
      parts.clock.advance(1999);
      parts.gate.release(admit(parts), true);
      assert.equal(widthNow(), 1);
      parts.clock.advance(1);
      for (let width = 2; width <= 8; width += 1) {
        parts.gate.release(admit(parts), true);
        parts.gate.release(admit(parts), true);
        assert.equal(widthNow(), Math.min(width, 6));
        parts.clock.advance(2000);
      }
    });

    it('does not count a request that has been active for two seconds', async () => {
      const parts = await afterRefusal();
      admit(parts);
      void parts.enter('next');
      parts.clock.advance(1999);
      await settle();
      assert.deepEqual(parts.admitted, []);
      parts.clock.advance(1);
      await settle();
      assert.deepEqual(parts.admitted, ['next']);
    });

    it('does not wait longer if the clock is set back', async () => {
      const parts = await afterRefusal();
      admit(parts);
      parts.clock.set(parts.clock.now() - 3_600_000);
      assert.notEqual(parts.gate.tryAcquire(), undefined);
    });

    it('leaves no timer if no request waits', async () => {
      const parts = await afterRefusal();
      admit(parts);
      void parts.enter('next');
      assert.equal(parts.clock.timerCount, 1);
      parts.clock.advance(2000);
      await settle();
      assert.equal(parts.clock.timerCount, 0);
    });
  });
});
