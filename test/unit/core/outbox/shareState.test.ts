import assert from 'node:assert/strict';
import {
  ConnectionError,
  FileChangedError,
  ServiceError,
  UnexpectedResponseError,
} from '../../../../src/core/api/errors.ts';
import { TooLargeError } from '../../../../src/core/attachments/limits.ts';
import { RefreshDelayedError, SignInRequiredError } from '../../../../src/core/auth/errors.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { outcomeOf } from '../../../../src/core/outbox/shareState.ts';

const answered = (status: number, retryAfterMs?: number) =>
  new ServiceError({ status, method: 'POST', path: '/v1/messages', retryAfterMs });
const connection = (mayHaveBeenProcessed: boolean) =>
  new ConnectionError({
    host: 'rooms.test',
    code: 'ECONNRESET',
    kind: 'cut',
    mayHaveBeenProcessed: mayHaveBeenProcessed,
  });
const unknown = { kind: 'unknown', reason: { kind: 'checking' } };

describe('The outcome of a failed try', () => {
  it('distinguishes a cancelled request that was sent from one that was not', () => {
    assert.deepEqual(outcomeOf(new CancelledError(), true), unknown);
    assert.deepEqual(outcomeOf(new CancelledError(), false), { kind: 'given-up' });
  });

  it('requires a sign-in', () => {
    const outcome = { kind: 'retry-later', reason: { kind: 'sign-in-required' } };
    assert.deepEqual(outcomeOf(new SignInRequiredError('expired'), false), outcome);
    assert.deepEqual(outcomeOf(answered(401), true), {
      kind: 'retry-later',
      reason: { kind: 'sign-in-required', detail: '401' },
    });
  });

  it('is offline if the request did not arrive, and unknown if it may have', () => {
    const offline = { kind: 'retry-later', reason: { kind: 'offline', detail: 'rooms.test' } };
    assert.deepEqual(outcomeOf(connection(false), true), offline);
    assert.deepEqual(outcomeOf(connection(true), true), unknown);
    assert.deepEqual(
      outcomeOf(new RefreshDelayedError({ host: 'rooms.test', retryAtMs: 1 }, { cause: connection(false) }), false),
      offline,
    );
  });

  it('is unknown for an unreadable 2xx response', () => {
    const facts = { status: 200, host: 'rooms.test', path: '/v1/messages', problem: 'html' } as const;
    assert.deepEqual(outcomeOf(new UnexpectedResponseError(facts), true), unknown);
  });

  for (const status of [408, 500, 502, 503, 504, 599]) {
    it(`is unknown after ${status}, and keeps the requested wait`, () => {
      const reason = { kind: 'checking', detail: String(status) };
      assert.deepEqual(outcomeOf(answered(status, 3000), true), { kind: 'unknown', reason, retryAfterMs: 3000 });
    });
  }

  for (const status of [302, 400, 403, 404, 405, 407, 409, 413, 415, 499]) {
    it(`is refused with ${status}`, () => {
      const reason = { kind: 'service-refused', detail: String(status) };
      assert.deepEqual(outcomeOf(answered(status), true), { kind: 'refused', reason });
    });
  }

  it('retries after a rate limit, and leaves one above a day to the user', () => {
    const reason = { kind: 'rate-limited', detail: '429' };
    const dayMs = 24 * 60 * 60_000;
    assert.deepEqual(outcomeOf(answered(429), true), { kind: 'retry-later', reason, retryAfterMs: undefined });
    assert.deepEqual(outcomeOf(answered(429, dayMs), true), { kind: 'retry-later', reason, retryAfterMs: dayMs });
    assert.deepEqual(outcomeOf(answered(429, dayMs + 1), true), { kind: 'refused', reason, retryAfterMs: dayMs + 1 });
  });

  it('names a file that changed, is too large or cannot be read', () => {
    const refused = (reason: object) => ({ kind: 'refused', reason });
    assert.deepEqual(outcomeOf(new FileChangedError('a', '/a'), true), refused({ kind: 'file-changed' }));
    const large = new TooLargeError({ what: 'message', byteLength: 2, maxBytes: 1 });
    assert.deepEqual(outcomeOf(large, false), refused({ kind: 'too-long' }));
    const missing = Object.assign(new Error('no such file'), { code: 'ENOENT' });
    assert.deepEqual(outcomeOf(missing, false), refused({ kind: 'file-unreadable', detail: 'ENOENT' }));
  });

  it('is unknown for an internal error only if the request was sent', () => {
    for (const fault of [new TypeError('a fault'), 'a text', { code: 'EIO' }]) {
      assert.deepEqual(outcomeOf(fault, true), unknown);
      assert.deepEqual(outcomeOf(fault, false), { kind: 'refused', reason: { kind: 'other' } });
    }
  });
});
