import assert from 'node:assert/strict';
import path from 'node:path';
import type { RetryWait } from '../../src/core/api/retry.ts';
import { passTime } from '../support/fakes/passTime.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../support/harness/temporaryFolder.ts';
import { createOutbox } from './outbox/createOutbox.ts';
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
    let temporary: TemporaryFolder;
    beforeEach(async () => {
      session = await openSession(transport);
      temporary = createTemporaryFolder();
    });
    afterEach(async () => {
      await session.close();
      await temporary.remove();
    });

    for (const [retryAfter, expectedMs] of shapes) {
      it(`causes one wait if Retry-After is ${JSON.stringify(retryAfter)}`, async () => {
        const roomId = await someRoomId(session);
        await session.fault({ kind: 'rate-limit', retryAfter }, { method: 'POST' }, { times: 1 });
        const outbox = await createOutbox(session, path.join(temporary.path, 'outbox'));
        const waits: (RetryWait | undefined)[] = [];
        outbox.onDidWait((wait) => waits.push(wait));
        const content = { kind: 'text', markdown: 'patient' } as const;
        const startMs = session.clock.now();
        const sharing = outbox.share({ room: { id: roomId, title: 'Room' }, name: 'a.ts', content });
        await passTime(session.clock, sharing, session);
        assert.equal(session.clock.now() - startMs, expectedMs);
        assert.deepEqual(
          (await session.received()).map(({ markdown }) => markdown),
          ['patient'],
        );
        const untilMs = startMs + expectedMs;
        assert.deepEqual(waits, [{ untilMs, reason: 'rate-limited' }, undefined]);
        outbox.dispose();
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
  });
}
