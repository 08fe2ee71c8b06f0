import assert from 'node:assert/strict';
import { withBearer } from '../../../../src/core/api/pipe.ts';
import type { SendRequest, SendResponse } from '../../../../src/core/api/send.ts';
import { type Account, parseAccounts, serializeAccount } from '../../../../src/core/auth/account.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { MemoryLock } from '../../../support/fakes/memoryLock.ts';
import type { MemorySecretStore } from '../../../support/fakes/memorySecretStore.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { answer, connectionError, type Sent, scriptedSend, settle } from '../api/scriptedSend.ts';
import {
  checkOf,
  delayedBy,
  expired,
  heldReply,
  hourMs,
  openTokenSource,
  refusal,
  renewal,
  signedOut,
} from './openTokenSource.ts';
import { key, keyringOf, openWindow } from './openWindow.ts';
import { sampleAccount } from './sampleAccount.ts';

const minuteMs = 60_000;
const formOf = (sent: Sent | undefined) => Object.fromEntries(new URLSearchParams(sent?.body.toString()));
const sequence = (length: number) => Array.from({ length }, (_, index) => index);

describe('the token source, before the token expires', () => {
  for (const [when, lifetimeMs, atMs, token, refreshCount] of [
    ['before two thirds of the lifetime', hourMs, (hourMs * 2) / 3 - 1, 'access-1', 0],
    ['after two thirds, with a refresh in the background', hourMs, (hourMs * 2) / 3, 'access-1', 1],
    ['in the last five minutes, after a refresh', hourMs, hourMs - 5 * minuteMs, 'access-2', 1],
    ['long after the expiry, after a refresh', hourMs, hourMs * 50, 'access-2', 1],
    ['before the last tenth of a short lifetime', 100_000, 89_999, 'access-1', 1],
    ['in the last tenth of a short lifetime, after a refresh', 100_000, 90_000, 'access-2', 1],
  ] as const) {
    it(`[S15] returns ${token} ${when}`, async () => {
      const expiresAtMs = sampleAccount().obtainedAtMs + lifetimeMs;
      const { accounts, clock, sent, tokens } = await openTokenSource({ expiresAtMs });
      clock.advance(atMs);
      assert.equal(await tokens.get(), token);
      await settle();
      assert.equal(sent.length, refreshCount);
      assert.equal((await accounts.list())[0]?.accessToken, refreshCount === 0 ? 'access-1' : 'access-2');
    });
  }

  it('[S40] sends the form of the service API, stores the response, and counts the lifetimes from now', async () => {
    const lifetimes = { expires_in: 3600, refresh_token_expires_in: 7200 };
    const reply = () => answer(200, { access_token: 'access-2', refresh_token: 'refresh-2', ...lifetimes });
    const { secrets, clock, sent, tokens } = await openTokenSource({}, reply);
    clock.advance(hourMs);
    await tokens.get();
    const [
      {
        request: { method, url },
      } = assert.fail(),
    ] = sent;
    assert.deepEqual([method, url], ['POST', 'https://chat.example.com/v1/access_token']);
    assert.deepEqual(formOf(sent[0]), {
      grant_type: 'refresh_token',
      client_id: 'client-1',
      client_secret: 'client-secret-1',
      refresh_token: 'refresh-1',
    });
    const obtainedAtMs = clock.now();
    const ends = { expiresAtMs: obtainedAtMs + hourMs, refreshExpiresAtMs: obtainedAtMs + 2 * hourMs };
    const next = { accessToken: 'access-2', refreshToken: 'refresh-2', obtainedAtMs, ...ends, revision: 2 };
    const fixed = { refreshEnd: 'fixed' } as const; // The sample account had a longer one.
    assert.equal(secrets.entries.get(key), serializeAccount(sampleAccount({ ...next, ...fixed })));
  });

  it('[S16] keeps the refresh token if the response has none', async () => {
    const { accounts, clock, tokens } = await openTokenSource({}, () =>
      answer(200, { access_token: 'access-2', expires_in: 3600 }),
    );
    clock.advance(hourMs);
    assert.equal(await tokens.get(), 'access-2');
    assert.equal((await accounts.list())[0]?.refreshToken, 'refresh-1');
  });

  it('never refreshes a token of unknown lifetime, or without a refresh token', async () => {
    const { expiresAtMs, ...unknown } = sampleAccount();
    const { refreshToken, ...fixed } = sampleAccount();
    for (const account of [unknown, fixed]) {
      const { secrets, accounts, clock, sent, tokens } = await openTokenSource();
      secrets.entries.set(key, serializeAccount(account));
      await accounts.reread();
      clock.advance(hourMs * 1000);
      assert.equal(await tokens.get(), 'access-1');
      if (account === fixed) await assert.rejects(tokens.refresh('access-1'), delayedBy({ status: 401 }));
      assert.deepEqual(sent, []);
    }
  });

  it('[S17] sends one refresh for twenty simultaneous requests, also if one of them is cancelled', async () => {
    const held = heldReply();
    const { clock, sent, tokens } = await openTokenSource({}, held.reply);
    clock.advance(hourMs);
    const abort = new AbortController();
    const gone = assert.rejects(tokens.get(abort.signal), CancelledError);
    const patient = Promise.all(sequence(20).map(() => tokens.get()));
    await settle();
    abort.abort();
    await gone;
    await assert.rejects(tokens.get(AbortSignal.abort()), CancelledError);
    held.give(renewal(0));
    assert.deepEqual([...new Set(await patient)], ['access-2']);
    assert.equal(sent.length, 1);
  });
});

describe('the token source, while accounts change', () => {
  it('[S29] restores nothing after a sign-out during a refresh', async () => {
    const held = heldReply();
    const { secrets, accounts, clock, tokens } = await openTokenSource({}, held.reply);
    clock.advance(hourMs);
    const asked = assert.rejects(tokens.get(), signedOut);
    await settle();
    await accounts.remove('account-1');
    held.give(renewal(0));
    await asked;
    await settle();
    assert.equal(secrets.entries.size, 0);
    assert.deepEqual(await accounts.list(), []);
  });

  it('[S28] never returns the token of another account', async () => {
    const { accounts, tokens } = await openTokenSource();
    await accounts.set(sampleAccount({ id: 'account-2', accessToken: 'foreign' }));
    await accounts.remove('account-1');
    await assert.rejects(tokens.get(), signedOut);
    await assert.rejects(tokens.refresh('access-1'), signedOut);
  });

  it('refreshes two at once with their own refresh tokens, even if one refresh hangs', async () => {
    const held = heldReply();
    const opened = await openTokenSource({}, (index) => (index === 0 ? held.reply() : renewal(index)));
    const { accounts, clock, sent, source, tokens } = opened;
    await accounts.set(sampleAccount({ id: 'account-2', accessToken: 'other-1', refreshToken: 'other-refresh-1' }));
    clock.advance(hourMs);
    const first = tokens.get();
    await settle();
    assert.equal(await source.forAccount('account-2').get(), 'access-3');
    held.give(renewal(0));
    assert.equal(await first, 'access-2');
    const stored = (await accounts.reread()).map(({ id, accessToken }) => `${id} ${accessToken}`);
    assert.deepEqual(stored.sort(), ['account-1 access-2', 'account-2 access-3']);
    const refreshTokens = sent.map((each) => formOf(each).refresh_token);
    assert.deepEqual(refreshTokens, ['refresh-1', 'other-refresh-1']);
  });
});

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
    assert.equal(delayed?.host, 'chat.example.com');
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

  it('retries after 5 seconds offline if a user waits, and in the background later', async () => {
    const { clock, sent, check, tokens } = await openTokenSource({}, () => down());
    clock.advance(hourMs);
    for (const [waitMs, count] of [
      [0, 1],
      [5_000, 2],
      [5_000, 2],
    ] as const) {
      clock.advance(waitMs);
      await check();
      await settle();
      assert.equal(sent.length, count);
    }
    await assert.rejects(tokens.get(), delayedBy({ code: 'ECONNRESET' }));
    assert.equal(sent.length, 3);
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

  it('does not delay the refresh of a new sign-in', async () => {
    const { accounts, clock, tokens } = await openTokenSource({}, (index) =>
      index === 0 ? answer(503) : renewal(index),
    );
    clock.advance(hourMs);
    await assert.rejects(tokens.get(), delayedBy({ status: 503 }));
    await accounts.set(sampleAccount({ accessToken: 'access-9', refreshToken: 'refresh-9' }));
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
  async function refreshTokensOf(...aheadMs: readonly number[]): Promise<readonly (string | undefined)[]> {
    const [secrets, lock] = [keyringOf(sampleAccount()), new MemoryLock()];
    let count = 0;
    const reply = () => renewal(count++);
    const windows = aheadMs.map((ms) => {
      const { accounts, source, clock, sent } = openWindow({ secrets, lock, reply });
      clock.set(clock.now() + ms);
      return { clock, sent, check: checkOf(accounts, source) };
    });
    for (let minute = 0; minute < hours * 60; minute += 1) {
      await Promise.all(windows.map(({ check }) => check()));
      await settle();
      for (const { clock } of windows) clock.advance(minuteMs);
    }
    return windows.flatMap(({ sent }) => sent.map((each) => formOf(each).refresh_token));
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

describe('the token source, after a refusal', () => {
  /** The refresh, and the service asked with the access token, which answers as the test says. */
  const answering = (refresh: () => SendResponse, ask: (count: number) => SendResponse) => {
    let count = 0;
    return ({ method }: SendRequest): SendResponse => (method === 'POST' ? refresh() : ask(++count));
  };
  const storedOf = (secrets: MemorySecretStore): Account => {
    const record = parseAccounts(secrets.entries.get(key));
    return record.kind === 'value' ? record.value.account : assert.fail();
  };
  const refused401 = delayedBy({ status: 401 });

  it('[S23] [S24] ends the session once for ten refused requests, when the service refused it lastingly', async () => {
    const secrets = keyringOf(sampleAccount());
    const reply = answering(refusal, () => answer(401, ''));
    const { source, sent, clock } = openWindow({ secrets, reply });
    const expiries: string[] = [];
    source.onDidExpire(({ label }) => expiries.push(label));
    const tokens = source.forAccount('account-1');
    await passTime(clock, Promise.all(sequence(10).map(() => assert.rejects(tokens.refresh('access-1'), refused401))));
    for (const waitMs of [5_000, 30_000, 120_000]) {
      assert.equal(await tokens.get(), 'access-1');
      clock.advance(waitMs);
      await settle();
    }
    await assert.rejects(tokens.get(), expired);
    await assert.rejects(tokens.refresh('access-1'), expired);
    assert.deepEqual([sent.length, expiries.length], [1 + 3, 1]);
    const { revision, ...account } = storedOf(secrets);
    const { revision: before, ...kept } = sampleAccount({ state: 'reauth', expiresAtMs: clock.now() });
    assert.deepEqual(account, kept);
  });

  for (const [what, ask] of [
    ['accepts it again', (count) => answer(count === 3 ? 200 : 401, {})],
    ['is behind a gateway that answers with a web page', () => answer(401, '<html>')],
    ['is behind a gateway with another scheme', () => answer(401, '', { 'www-authenticate': 'Basic realm="x"' })],
    ['fails', () => answer(503, '')],
  ] satisfies [string, (count: number) => SendResponse][]) {
    it(`[S23] keeps a session that was refused while the service ${what}`, async () => {
      const { refreshToken: _, ...personal } = sampleAccount();
      const secrets = keyringOf(personal);
      const { source, clock } = openWindow({ secrets, reply: answering(refusal, ask) });
      const tokens = source.forAccount('account-1');
      await assert.rejects(tokens.refresh('access-1'), refused401);
      const beganMs = clock.now();
      for (let passed = 0; passed < 20; passed += 1) {
        clock.advance(clock.nextTimerMs ?? 0);
        await settle();
      }
      // Twenty questions without an answer take more than two hours, or it was answered.
      assert.ok(clock.nextTimerMs === undefined || clock.now() - beganMs > 2 * 60 * 60_000);
      assert.equal(await tokens.get(), 'access-1');
      assert.equal(storedOf(secrets).state, undefined);
    });
  }

  for (const status of [400, 401]) {
    it(`[S23] takes the fourth ${status} without a name for the end of the refresh token`, async () => {
      const { secrets, clock, tokens } = await openTokenSource({}, () => answer(status, ''));
      for (const waitMs of [5_000, 30_000, 120_000]) {
        await assert.rejects(tokens.refresh('access-1'), delayedBy({ status }));
        assert.equal(storedOf(secrets).state, undefined);
        clock.advance(waitMs);
      }
      await passTime(clock, assert.rejects(tokens.refresh('access-1'), refused401));
      assert.equal(storedOf(secrets).state, 'reauth');
    });
  }

  const page = '<html>sign in to the network</html>';
  for (const [what, reply, cause] of [
    ...[403, 429, 503].map((status) => [status, () => answer(status), { status }] as const),
    ...[400, 401].map(
      (status) => [`${status} invalid_client`, () => answer(status, { error: 'invalid_client' }), { status }] as const,
    ),
    ['400 with a web page', () => answer(400, page), { status: 400 }],
    ['401 with a web page', () => answer(401, page), { status: 401 }],
    ['a web page', () => answer(200, page), { problem: 'html' }],
    ['a truncated response', () => answer(200, '{"access_token":'), { problem: 'truncated' }],
    ...[undefined, '', 7, 'two words', 'a\r\nb', 'ü'].map(
      (token) =>
        [`the token ${token}`, () => answer(200, { access_token: token }), { problem: 'wrong-shape' }] as const,
    ),
    ['a lost connection', () => Promise.reject(connectionError()), { code: 'ECONNRESET' }],
  ] as const) {
    it(`[S23] does not expire the session for ${what}`, async () => {
      const { secrets, tokens } = await openTokenSource({}, reply);
      const before = secrets.entries.get(key);
      await assert.rejects(tokens.refresh('access-1'), delayedBy(cause));
      assert.equal(await tokens.get(), 'access-1');
      assert.equal(secrets.entries.get(key), before);
    });
  }

  it('[S23] expires the session of a broker only for the error that a broker has for it', async () => {
    const account = { kind: 'broker', brokerUrl: 'https://broker.example.com', refreshSecret: 'secret' } as const;
    for (const reply of [() => answer(400, { message: 'bad request' }), () => answer(401, '')]) {
      const { tokens } = await openTokenSource(account, reply);
      await assert.rejects(tokens.refresh('access-1'), delayedBy({}));
    }
    const { secrets, clock, tokens } = await openTokenSource(account, refusal);
    await passTime(clock, assert.rejects(tokens.refresh('access-1'), refused401));
    assert.equal(storedOf(secrets).state, 'reauth');
  });

  it('[S43] refreshes at the broker or the service of the stored account, whatever the settings name', async () => {
    const brokerUrl = 'https://broker.example.com';
    for (const [fields, url] of [
      [{ kind: 'broker', brokerUrl, refreshSecret: 'secret' }, `${brokerUrl}/refresh`],
      [{ baseUrl: 'https://other.example' }, 'https://other.example/v1/access_token'],
    ] as const) {
      const { sent, tokens } = await openTokenSource(fields);
      assert.equal(await tokens.refresh('access-1'), 'access-2');
      const urls = sent.map(({ request }) => request.url);
      assert.deepEqual(urls, [url]);
    }
  });

  it('[S23] aborts a refresh after thirty seconds, because other windows wait for it', async () => {
    const { clock, tokens } = await openTokenSource({}, () => new Promise<never>(() => undefined));
    const asked = assert.rejects(tokens.refresh('access-1'), delayedBy({ kind: 'timeout' }));
    await settle();
    clock.advance(30_000);
    await asked;
  });

  it('asks again about a new token that is refused, too, instead of refreshing for each request', async () => {
    const secrets = keyringOf(sampleAccount());
    const { source, sent, clock } = openWindow({
      secrets,
      reply: answering(
        () => renewal(0),
        () => answer(401),
      ),
    });
    const tokens = source.forAccount('account-1');
    await assert.rejects(source.forAccount('signed out').refuse('access-1'), signedOut);
    await tokens.refuse('of another window');
    const pipe = withBearer(tokens, 'https://chat.example.com')(scriptedSend(() => answer(401)).send);
    const request = { method: 'GET', url: 'https://chat.example.com/v1/rooms' } as const;
    for (let count = 0; count < 3; count += 1) await assert.rejects(pipe(request), refused401);
    for (const waitMs of [5_000, 30_000, 120_000]) {
      clock.advance(waitMs);
      await settle();
    }
    for (let count = 0; count < 2; count += 1) await assert.rejects(pipe(request), expired);
    assert.equal(sent.length, 1 + 3);
  });

  it('takes a 401 of a gateway for no refusal of the token', async () => {
    const { tokens, sent } = await openTokenSource();
    for (const gateway of [answer(401, '<html>'), answer(401, '', { 'www-authenticate': 'Negotiate, NTLM' })]) {
      const pipe = withBearer(tokens, 'https://chat.example.com')(async () => gateway);
      const kind = { name: 'ConnectionError', kind: 'proxy', proxyStatus: 401, mayHaveBeenProcessed: false };
      await assert.rejects(pipe({ method: 'GET', url: 'https://chat.example.com/v1/rooms' }), kind);
    }
    assert.deepEqual([sent.length, await tokens.get()], [0, 'access-1']);
  });
});

describe('the token source, when the refresh token is invalid', () => {
  it('uses the access token for the rest of its lifetime, and reports the expiry once', async () => {
    const { clock, log, sent, tokens, expiries } = await openTokenSource({}, refusal);
    clock.advance((hourMs * 2) / 3);
    await tokens.get();
    await settle();
    clock.advance(1_000);
    await settle();
    clock.advance(2_000);
    await settle();
    assert.deepEqual(expiries, ['ada.park@example.com']);
    clock.advance(minuteMs);
    assert.equal(await tokens.get(), 'access-1');
    await settle();
    assert.equal(sent.length, 1);
    assert.equal(log.lines.length, 1);
    await assert.rejects(tokens.refresh('access-1'), delayedBy({ status: 401 }));
    assert.equal(sent.length, 1);
    assert.equal(expiries.length, 1);
  });

  for (const [answered, give] of [
    ['refuses', refusal],
    ['renews', () => renewal(0)],
  ] as const) {
    it(`[S21] uses the tokens of another window that refreshed first, if the service ${answered} those here`, async () => {
      const held = heldReply();
      const { secrets, clock, tokens } = await openTokenSource({}, held.reply);
      clock.advance(hourMs);
      const asked = tokens.get();
      await settle();
      const newer = serializeAccount(sampleAccount({ accessToken: 'access-9', refreshToken: 'refresh-9' }));
      secrets.entries.set(key, newer);
      held.give(give());
      assert.equal(await passTime(clock, asked), 'access-9');
      assert.equal(secrets.entries.get(key), newer);
    });
  }

  for (const when of ['two seconds later', 'right before the session would expire']) {
    it(`[S21] uses the tokens that another window stores ${when}`, async () => {
      const { accounts, clock, secrets, tokens } = await openTokenSource({}, refusal);
      const store = () => secrets.entries.set(key, serializeAccount(sampleAccount({ accessToken: 'access-9' })));
      const { replace } = accounts;
      if (when === 'two seconds later') clock.startTimer(2_000, store);
      else accounts.replace = (...change) => store() && replace.apply(accounts, change);
      assert.equal(await passTime(clock, tokens.refresh('access-1')), 'access-9');
      assert.equal((await accounts.reread())[0]?.state, sampleAccount().state);
    });
  }
});
