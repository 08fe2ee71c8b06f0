import assert from 'node:assert/strict';
import { serializeAccount } from '../../../../src/core/auth/account.ts';
import { AccountStore } from '../../../../src/core/auth/accountStore.ts';
import { TokenSource } from '../../../../src/core/auth/tokenSource.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { MemoryLock } from '../../../support/fakes/memoryLock.ts';
import { MemorySecretStore } from '../../../support/fakes/memorySecretStore.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { answer, connectionError, scriptedSend, settle } from '../api/scriptedSend.ts';
import { checkOf, delayedBy, hourMs, key, openTokenSource, renewal } from './openTokenSource.ts';
import { sampleAccount } from './sampleAccount.ts';

const minuteMs = 60_000;
const dayMs = 24 * hourMs;

const down = () => Promise.reject(connectionError('unreachable', false));

describe('the token source, when the service or the connection is down', () => {
  it('[S23] uses the token to its last minute, and then reports the retry', async () => {
    let isDown = true;
    const { clock, tokens } = await openTokenSource({}, (index) => (isDown ? down() : renewal(index)));
    clock.advance(hourMs - 4 * minuteMs);
    assert.equal(await tokens.get(), 'access-1');
    clock.advance(4 * minuteMs);
    await assert.rejects(tokens.get(), delayedBy({ code: 'ECONNRESET' }));
    clock.advance(10_000);
    await assert.rejects(tokens.get(), delayedBy({ code: 'ECONNRESET' }));
    clock.advance(5_000);
    const delayed = tokens.lastRefreshError(sampleAccount());
    assert.deepEqual([delayed?.host, (delayed?.retryAtMs ?? 0) > clock.now()], ['chat.example.com', true]);
    isDown = false;
    for (const passedMs of [0, hourMs]) {
      clock.advance(passedMs);
      await tokens.get();
    }
  });

  it('[S23] increases the delay between retries, however many requests there are', async () => {
    const { clock, sent, check, tokens } = await openTokenSource({}, () => answer(503));
    clock.advance(hourMs);
    const startedMs = clock.now();
    const triedAtMs: number[] = [];
    for (let second = 0; second < 1_600; second += 1) {
      const before = sent.length;
      await Promise.all([check(), assert.rejects(tokens.get(), delayedBy({ status: 503 }))]);
      if (sent.length > before) triedAtMs.push(clock.now() - startedMs);
      clock.advance(1_000);
    }
    assert.deepEqual(triedAtMs, [0, 5_000, 35_000, 155_000, 755_000, 1_355_000]);
  });

  it('retries after 5 seconds offline if a user waits, however often the background has failed', async () => {
    const { clock, sent, check, tokens } = await openTokenSource({}, () => down());
    clock.advance(hourMs);
    for (const waitMs of [0, 5_000, 30_000, 2 * minuteMs]) {
      clock.advance(waitMs);
      await check();
      await settle();
    }
    assert.equal(sent.length, 4, 'the next try of the background is ten minutes away');
    clock.advance(4_999);
    await assert.rejects(tokens.get(), delayedBy({ code: 'ECONNRESET' }));
    assert.equal(sent.length, 4);
    clock.advance(1);
    await check();
    await settle();
    assert.equal(sent.length, 4);
    await assert.rejects(tokens.get(), delayedBy({ code: 'ECONNRESET' }));
    assert.equal(sent.length, 5);
  });

  it('[S23] waits as long as the service asks', async () => {
    const { clock, sent, tokens } = await openTokenSource({}, (index) =>
      index === 0 ? answer(429, '', { 'retry-after': '120' }) : renewal(index),
    );
    clock.advance(hourMs);
    await assert.rejects(tokens.get(), delayedBy({ status: 429 }));
    clock.advance(119_999);
    await assert.rejects(tokens.get(), delayedBy({ status: 429 }));
    assert.equal(sent.length, 1);
    clock.advance(1);
    assert.equal(await tokens.get(), 'access-3');
  });

  it('uses the tokens of another window without a retry', async () => {
    const { secrets, clock, sent, tokens } = await openTokenSource({}, () => answer(503));
    clock.advance(hourMs);
    await assert.rejects(tokens.get(), delayedBy({ status: 503 }));
    secrets.entries.set(key, serializeAccount(sampleAccount({ accessToken: 'access-9' })));
    assert.equal(await tokens.get(), 'access-9');
    assert.equal(sent.length, 1);
  });
});

describe('the token source, when clocks are wrong', () => {
  it('[S26] refreshes once if the clock is set a day ahead or back, and later on schedule', async () => {
    for (const days of [1, -1]) {
      const { clock, sent, check, tokens } = await openTokenSource();
      clock.advance(10 * minuteMs);
      clock.set(clock.now() + days * dayMs);
      for (let minute = 0; minute < 40; minute += 1) {
        await tokens.get();
        await check();
        await settle();
        clock.advance(minuteMs);
      }
      assert.equal(sent.length, 1, `${days} days`);
    }
  });

  it('[S30] treats a lifetime of 0 as unknown, so that the service decides', async () => {
    for (const expiresIn of [0, -5, '0', 'soon', null, undefined]) {
      const { clock, sent, tokens, check } = await openTokenSource({}, () =>
        answer(200, { access_token: 'access-2', expires_in: expiresIn, refresh_token: 'refresh-2' }),
      );
      clock.advance(hourMs);
      assert.equal(await tokens.get(), 'access-2');
      for (let minute = 0; minute < 10; minute += 1) {
        assert.equal(await tokens.get(), 'access-2');
        await check();
        clock.advance(minuteMs);
      }
      assert.equal(sent.length, 1, String(expiresIn));
    }
  });
});

describe('the token source, in several windows', () => {
  const hours = 10;
  const inTime = (hours * 60) / 40;

  /** The refresh tokens that are sent in ten hours by windows whose clocks are so far ahead. */
  async function refreshTokensOf(...aheadMs: readonly number[]): Promise<readonly (string | null)[]> {
    const [secrets, lock] = [new MemorySecretStore(), new MemoryLock()];
    const { send, sent } = scriptedSend((_request, index) => renewal(index));
    secrets.entries.set(key, serializeAccount(sampleAccount()));
    const windows = aheadMs.map((ms) => {
      const [clock, log] = [new ManualClock(Date.UTC(2026, 0, 1) + ms), new RecordingLog()];
      const accounts = new AccountStore(secrets, log, { clock });
      const source = new TokenSource({ accounts, send, clock, log, lock, random: () => 0 });
      return { clock, check: checkOf(accounts, source) };
    });
    for (let minute = 0; minute < hours * 60; minute += 1) {
      await Promise.all(windows.map(({ check }) => check()));
      await settle();
      for (const { clock } of windows) clock.advance(minuteMs);
    }
    return sent.map(({ body }) => new URLSearchParams(body.toString()).get('refresh_token'));
  }

  it('refreshes once for eight of them at two thirds of each lifetime, and uses each refresh token once', async () => {
    const used = await refreshTokensOf(...Array(8).fill(0));
    assert.equal(used.length, Math.ceil(inTime) - 1);
    assert.equal(new Set(used).size, used.length);
  });

  it('[S26] does not alternate refreshes with a window whose clock is a day off', async () => {
    const { length } = await refreshTokensOf(0, dayMs);
    assert.ok(length <= 2 * inTime + 2, `${length} refreshes`);
  });

  it('[S15] starts in each window at another time between two thirds and four fifths of the lifetime', async () => {
    for (const [jitter, beginsAtMs] of [
      [0, 40 * minuteMs],
      [0.5, 43 * minuteMs],
      [0.999, 46 * minuteMs],
    ] as const) {
      const { clock, sent, check } = await openTokenSource({}, renewal, jitter);
      for (const [passedMs, count] of [
        [beginsAtMs - minuteMs, 0],
        [minuteMs + 1, 1],
      ] as const) {
        clock.advance(passedMs);
        await check();
        await settle();
        assert.equal(sent.length, count);
      }
    }
  });
});
