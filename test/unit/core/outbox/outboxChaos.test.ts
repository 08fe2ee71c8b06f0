import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { NewShare } from '../../../../src/core/outbox/newShare.ts';
import { digestOf, type ShareRecord } from '../../../../src/core/outbox/shareRecord.ts';
import { isUnconfirmed } from '../../../../src/core/outbox/shareState.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { MemoryDisk } from '../../../support/fakes/memoryShareFiles.ts';
import { exceptOnWine } from '../../../support/needs.ts';
import { settle } from '../api/scriptedSend.ts';
import { ada, message, openWindow, type Window } from './openWindow.ts';
import { type Fate, RoomServer } from './roomServer.ts';

const ends: readonly Fate[] = ['done', 'done', 'unreachable', 'cut-after', 'cut-lost', 'status-502-done'];
const troubles: readonly Fate[] = ['status-503', 'status-500', 'status-403', 'rate-limited'];
const deaths: readonly Fate[] = ['dies-before', 'dies-after'];

type Act = typeof acts extends fc.Arbitrary<infer T> ? T : never;

/** A share, the outcomes of its POSTs, and the pause until the next share. */
const acts = fc.record({
  text: fc.constantFrom('a', 'b', 'c'),
  target: fc.constantFrom('room-1', 'room-2', 'direct-zoe', 'zoe'),
  fates: fc.array(fc.constantFrom(...ends, ...troubles, ...deaths), { maxLength: 3 }),
  window: fc.nat(1),
  pauseMs: fc.constantFrom(0, 10, 700, 5000, 60_000),
});

/** A share to a room, or to a person, whose room is there after the first message. */
function shareOf({ text, target }: Act): NewShare {
  if (target !== 'zoe') return message(text, target);
  return { ...message(text), room: { id: '', title: 'Zoe', toPerson: { id: 'zoe', name: 'Zoe' }, account: ada } };
}

/** Advances the clock until no work is left, or only waits that a restart ends. */
async function letRest(clock: ManualClock, rounds = 40): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await settle();
    if (clock.nextTimerMs !== undefined) clock.advance(clock.nextTimerMs);
  }
}

/** A user who looks into the room says which of equal shares arrived. @returns what was asked about */
async function answer({ outbox }: Window, { messages }: RoomServer, { id, digest, content }: ShareRecord) {
  const arrived = messages.filter(
    ({ roomId, markdown = '' }) => digestOf(roomId, { kind: 'text', markdown }) === digest,
  );
  const sent = outbox.snapshot.shares.filter((share) => share.state === 'sent' && share.digest === digest);
  if (arrived.length > sent.length) await outbox.markSent(id);
  else void outbox.retry(id);
  return content?.kind === 'text' ? content.markdown : '';
}

async function play(plan: readonly Act[], skewMs: number, retryAfterMs?: number) {
  const clock = new ManualClock();
  const disk = new MemoryDisk();
  const server = new RoomServer(clock);
  Object.assign(server, { skewMs, retryAfterMs });
  const open = (): Window => openWindow({ disk, server, clock });
  const windows = [open(), open()];
  const kept: string[] = [];
  const asked: string[] = [];
  for (const act of plan) {
    server.fates.push(...act.fates);
    const window = windows[act.window] ?? assert.fail();
    void window.outbox.share(shareOf(act)).catch(() => undefined);
    kept.push(`${act.target === 'zoe' ? 'direct-zoe' : act.target} ${act.text}`);
    await settle();
    clock.advance(act.pauseMs);
    await settle();
    for (const [index, { files }] of windows.entries()) if (files.isDead) windows[index] = open();
  }
  server.fates.length = 0;
  // From here on nothing fails. A new window opens, and the user retries failed shares.
  await letRest(clock);
  const last = open();
  for (let turn = 0; turn < 6; turn += 1) {
    await Promise.race([last.outbox.resume(true), letRest(clock, 120)]);
    await letRest(clock);
    for (const record of last.outbox.snapshot.shares) {
      if (record.state === 'failed') void last.outbox.retry(record.id);
      if (isUnconfirmed(record)) asked.push(await answer(last, server, record));
      await letRest(clock, 5);
    }
  }
  const arrived = server.messages.map(({ roomId, markdown }) => `${roomId} ${markdown}`);
  const records = [...disk.records.values()].map((text) => JSON.parse(text) as ShareRecord);
  const states = records.map(({ state, roomId }) => (roomId === '' ? 'without a room' : state));
  return { kept, arrived, states, asked };
}

describe('the outbox with random failures', function () {
  this.timeout(120_000);
  const { it } = exceptOnWine('a turn of the event loop takes a hundred times as long');

  it('loses nothing and sends nothing twice', async () => {
    let shareCount = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(acts, { minLength: 1, maxLength: 12 }),
        fc.constantFrom(0, -3_600_000, 7_200_000, 400),
        fc.constantFrom(undefined, undefined, 3000, 30_000),
        async (plan, skewMs, retryAfterMs) => {
          const { kept, arrived, states, asked } = await play(plan, skewMs, retryAfterMs);
          shareCount += kept.length;
          assert.deepEqual([...arrived].sort(), [...kept].sort(), states.join());
          assert.ok(states.every((state) => state === 'sent'));
          // The user is asked only about equal shares.
          for (const text of asked) assert.ok(plan.filter((act) => act.text === text).length > 1, text);
        },
      ),
      { numRuns: 170, seed: 20_261_121 },
    );
    assert.ok(shareCount >= 1000, `${shareCount} shares`);
  });
});
