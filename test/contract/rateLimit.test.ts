import assert from 'node:assert/strict';
import { openSession, type Session, someRoomId } from './session.ts';
import { transports } from './transports.ts';

const shapes: [string | number | null, number][] = [
  [3, 3000],
  ['0', 250],
  ['1.5', 1500],
  [-4, 250],
  ['soon', 1000],
  ['', 1000],
  [null, 1000],
  ['NaN', 1000],
  [300, 300_000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 250],
];

for (const transport of transports) {
  describe(`The rate limit of the service, ${transport.name}`, () => {
    let session: Session;
    beforeEach(async () => {
      session = await openSession(transport);
    });
    afterEach(() => session.close());

    for (const [retryAfter, expectedMs] of shapes) {
      it(`causes one wait if Retry-After is ${JSON.stringify(retryAfter)}`, async () => {
        const roomId = await someRoomId(session);
        await session.fault({ kind: 'rate-limit', retryAfter }, { method: 'POST' }, { times: 1 });
        const startMs = session.clock.now();
        await session.client.createMessage({ roomId, text: 'patient' });
        assert.equal(session.clock.now() - startMs, expectedMs);
        assert.deepEqual(
          (await session.received()).map(({ text }) => text),
          ['patient'],
        );
        const untilMs = startMs + expectedMs;
        assert.deepEqual(session.waits, [{ untilMs, reason: 'rate-limited' }, undefined]);
      });
    }

    for (const [retryAfter, retryAfterMs] of [
      [3600, 3_600_000],
      ['86400', 86_400_000],
      ['Infinity', 8_640_000_000],
      ['Fri, 01 Jan 2100 00:00:00 GMT', 8_640_000_000],
    ] as const) {
      it(`returns the 429 with the time if Retry-After is ${JSON.stringify(retryAfter)}`, async () => {
        const roomId = await someRoomId(session);
        await session.fault({ kind: 'rate-limit', retryAfter }, { method: 'POST' }, { times: 1 });
        const posting = session.client.createMessage({ roomId, text: 'impatient' });
        await assert.rejects(posting, { status: 429, retryAfterMs });
        assert.deepEqual(await session.received(), []);
      });
    }

    it('delivers 100 messages at once, with at most 10 refusals and none sent during a wait', async () => {
      const roomId = await someRoomId(session);
      await session.fault({ kind: 'rate-limit', retryAfter: 1, limit: 20, windowMs: 1000 }, { method: 'POST' });
      const texts = Array.from({ length: 100 }, (_, index) => `message ${index}`);
      const before = session.traffic.length;
      await Promise.all(texts.map((text) => session.client.createMessage({ roomId, text })));
      assert.deepEqual((await session.received()).map(({ text }) => text).sort(), [...texts].sort());
      const traffic = session.traffic.slice(before);
      const refusals = traffic.filter(({ status }) => status === 429);
      assert.ok(refusals.length >= 4 && refusals.length <= 10, `${refusals.length} refusals`);
      assert.equal(traffic.length, 100 + refusals.length);
      // Requests sent at the time of the refusal were in flight with it; no other follows until the second ends.
      for (const { startedMs } of refusals) {
        const early = traffic.filter((other) => other.startedMs > startedMs && other.startedMs < startedMs + 1000);
        assert.equal(early.length, 0);
      }
    });
  });
}
