import assert from 'node:assert/strict';
import { ShareNotStoredError } from '../../../../src/core/outbox/errors.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { settle } from '../api/scriptedSend.ts';
import { ada, grace, message, openWindow, openWorld } from './openWindow.ts';

const dayMs = 24 * 60 * 60_000;

describe('The queue of the outbox', () => {
  let { clock, disk, server, window, rests } = openWorld();
  beforeEach(() => {
    ({ clock, disk, server, window, rests } = openWorld());
  });
  const share = (text: string, room?: string) => passTime(clock, window.outbox.share(message(text, room)));
  const shares = () => window.outbox.snapshot.shares;
  const states = () => shares().map(({ state }) => state);
  /** Shares that are queued because the service was down. */
  async function queue(...texts: readonly (readonly [text: string, room: string])[]): Promise<void> {
    server.isDown = true;
    for (const [text, room] of texts) await share(text, room);
    server.isDown = false;
  }

  it('does not let a later share of a room overtake one that failed in the same run', async () => {
    await queue(['a', 'room-1'], ['b', 'room-1'], ['c', 'room-2']);
    server.retryAfterMs = 10 * 60_000;
    server.fates.push('rate-limited');
    await window.outbox.resume(true);
    assert.deepEqual(server.texts, ['c']);
    assert.deepEqual(states(), ['queued', 'queued', 'sent']);
    server.fates.push('unreachable');
    clock.advance(10 * 60_000);
    await settle();
    assert.deepEqual(server.texts, ['c']);
    const { write } = window.files;
    const full = new Error('no space left on device');
    window.files.write = () => {
      window.files.write = write;
      return Promise.reject(full);
    };
    await window.outbox.resume(true);
    assert.deepEqual([server.texts, rests.at(-1)?.error], [['c'], new ShareNotStoredError(full)]);
    await window.outbox.resume(true);
    assert.deepEqual(server.texts, ['c', 'a', 'b']);
  });

  it('locks only shares that it may send', async () => {
    await share('sent');
    server.listStatus = 403;
    server.fates.push('status-403', 'cut-after');
    for (const text of ['failed', 'unclear']) await share(text);
    const { acquire } = window.files;
    const locks: string[] = [];
    window.files.acquire = (name, maxWaitMs) => {
      locks.push(name);
      return acquire.call(window.files, name, maxWaitMs);
    };
    await window.outbox.resume(true);
    assert.deepEqual([states(), locks], [['sent', 'failed', 'unknown'], []]);
  });

  it('checks a share immediately, whatever wait the service asked for', async () => {
    server.retryAfterMs = 10 * 60_000;
    server.listStatus = 503;
    server.fates.push('status-502-done');
    assert.equal((await share('a')).record?.state, 'unknown');
    server.listStatus = undefined;
    await passTime(clock, window.outbox.resume(true));
    assert.deepEqual([server.texts, states()], [['a'], ['sent']]);
  });

  it('keeps the order of shares to one person, and does not delay those to other people', async () => {
    const shareTo = (text: string, email: string) => {
      const room = { id: '', title: 'Alex Kim', toPerson: { email, name: 'Alex Kim' }, account: ada };
      return passTime(clock, window.outbox.share({ ...message(text), room }));
    };
    server.isDown = true;
    for (const [text, name] of ['a alex', 'b ALEX', 'c alex2'].map((each) => each.split(' ')))
      await shareTo(text ?? '', `${name}@example.com`);
    server.isDown = false;
    server.retryAfterMs = 10 * 60_000;
    server.fates.push('rate-limited');
    await window.outbox.resume(true);
    assert.deepEqual([server.texts, states()], [['c'], ['queued', 'queued', 'sent']]);
    assert.equal((await shareTo('d', 'alex@example.com')).record?.state, 'queued');
    clock.advance(10 * 60_000);
    await settle();
    assert.deepEqual(server.texts, ['c', 'a', 'b', 'd']);
  });

  it('continues with the room after a permanent failure', async () => {
    await queue(['a', 'room-1'], ['b', 'room-1']);
    server.fates.push('status-403');
    await window.outbox.resume(true);
    assert.deepEqual([server.texts, states()], [['b'], ['failed', 'sent']]);
    disk.records.clear();
    await window.store.refresh();
    assert.deepEqual(states(), [], 'another window may remove it afterwards');
  });

  it('retries automatically after a failure, with increasing delays', async () => {
    server.isDown = true;
    await share('a');
    const waits: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const atMs = window.outbox.nextTryMs ?? assert.fail('nothing is to be tried');
      waits.push(atMs - clock.now());
      clock.advance(atMs - clock.now());
      await settle();
    }
    assert.deepEqual(waits, [5000, 30_000, 120_000, 600_000]);
    server.isDown = false;
    clock.advance(600_000);
    await settle();
    assert.deepEqual([server.texts, window.outbox.nextTryMs], [['a'], undefined]);
    await queue(['b', 'room-1']);
    window.outbox.dispose();
    assert.equal(clock.timerCount, 0);
  });

  it('does not retry early, unless it is forced', async () => {
    server.isDown = true;
    await share('a');
    server.isDown = false;
    await window.outbox.resume();
    assert.deepEqual(server.texts, []);
    await window.outbox.resume(true);
    assert.deepEqual(server.texts, ['a']);
  });

  it('sends shares that were added while it ran', async () => {
    await queue(['b', 'room-2']);
    const added = [...disk.records];
    disk.records.clear();
    await queue(['a', 'room-1']);
    window.outbox.onDidPost(() => {
      for (const [id, text] of added.splice(0)) disk.records.set(id, text);
      void window.outbox.resume(true);
    });
    await window.outbox.resume(true);
    assert.deepEqual(server.texts, ['a', 'b']);
  });

  it('checks again after 5 s a share that another window is sending', async () => {
    const other = openWindow({ disk, server, clock });
    await queue(['a', 'room-1']);
    const id = shares()[0]?.id ?? '';
    await other.files.acquire(id, 0);
    window.files.acquire = async () => undefined;
    clock.advance(5000); // the back-off
    await settle();
    assert.equal(server.postCount, 0);
    assert.equal(window.outbox.nextTryMs, clock.now() + 5000);
    disk.records.set(id, (disk.records.get(id) ?? '').replace('"queued"', '"sending"'));
    await window.outbox.resume(true);
    assert.deepEqual([states(), server.postCount], [['sending'], 0]);
  });

  it('wakes for the earliest of several waits', async () => {
    server.retryAfterMs = 20 * 60_000;
    server.fates.push('rate-limited');
    await share('a', 'room-1');
    const other = openWindow({ disk, server, clock });
    await other.store.refresh();
    server.retryAfterMs = 10 * 60_000;
    server.fates.push('rate-limited');
    await passTime(clock, other.outbox.share(message('b', 'room-2')));
    const third = openWindow({ disk, server, clock });
    await third.outbox.resume(true);
    assert.equal(third.outbox.nextTryMs, clock.now() + 10 * 60_000);
  });

  it('reports a finished share that no caller awaits', async () => {
    await queue(['a', 'room-1']);
    await window.outbox.resume(true);
    assert.deepEqual(
      rests.map(({ record }) => record?.state),
      ['sent'],
    );
  });

  it('skips shares of other accounts, and all without an account', async () => {
    await queue(['a', 'room-1']);
    for (const account of [grace, undefined]) {
      window.state.account = account;
      await window.outbox.resume(true);
    }
    assert.deepEqual([server.texts, states(), window.log.text], [[], ['queued'], '']);
  });

  it('removes sent shares after a week', async () => {
    await share('a');
    clock.set(clock.now() + 7 * dayMs);
    await window.outbox.resume(true);
    assert.equal(shares().length, 1);
    clock.set(clock.now() + 1);
    await window.outbox.resume(true);
    assert.deepEqual([shares(), disk.records.size], [[], 0]);
  });

  it('removes all but the last fifty sent shares after an hour', async () => {
    for (let count = 0; count < 52; count += 1) await share(`text ${count}`);
    clock.set(clock.now() + 60 * 60_000);
    await window.outbox.resume(true);
    assert.equal(shares().length, 52);
    clock.set(clock.now() + 1000);
    const [, , third] = shares();
    await window.outbox.resume(true);
    assert.deepEqual([shares().length, shares()[0]?.id], [50, third?.id]);
  });

  for (const [fate, state] of [
    ['cut-lost', 'unknown'],
    ['held-lost', 'sending'],
  ] as const) {
    it(`cancels active deliveries when all stored data is removed (${state})`, async () => {
      server.fates.push(fate);
      const done = window.outbox.share(message('a')).catch(() => undefined);
      while (states()[0] !== state || server.postCount === 0) await settle();
      await window.outbox.removeAll();
      await passTime(clock, done);
      await passTime(clock, window.outbox.resume(true));
      assert.deepEqual([server.texts, server.postCount], [[], 1]);
    });
  }

  it('reconciles, and does not resend, a share of a crashed window on retry', async () => {
    const dying = openWindow({ disk, server, clock });
    server.fates.push('dies-after');
    void dying.outbox.share(message('a'));
    await settle();
    await window.store.refresh();
    assert.deepEqual(states(), ['sending']);
    await passTime(clock, window.outbox.retry(shares()[0]?.id ?? ''));
    assert.deepEqual([server.texts, states()], [['a'], ['sent']]);
  });

  it('reconciles a share whose window crashes while this one waits for its lock', async () => {
    await queue(['a', 'room-1']);
    server.fates.push('dies-after');
    void openWindow({ disk, server, clock }).outbox.resume(true);
    await passTime(clock, window.outbox.resume(true));
    assert.deepEqual([server.texts, states()], [['a'], ['sent']]);
  });

  it('sends a share once if the connection is lost between the try and the check', async () => {
    server.fates.push('cut-after');
    const done = window.outbox.share(message('a'));
    while (server.postCount === 0) await new Promise(setImmediate);
    server.isDown = true;
    const { record } = await passTime(clock, done);
    assert.deepEqual([record?.state, record?.reason?.kind], ['unknown', 'offline']);
    server.isDown = false;
    clock.advance(10_000);
    await passTime(clock, window.outbox.resume(true));
    assert.deepEqual([server.texts, states()], [['a'], ['sent']]);
  });
});
