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
import { LockLostError } from '../../../../src/core/outbox/errors.ts';
import type { ShareRecord } from '../../../../src/core/outbox/shareRecord.ts';
import {
  afterTry,
  callerWaitMs,
  markedSent,
  outcomeOf,
  requeued,
  requiresUserAction,
  waitsFor,
} from '../../../../src/core/outbox/shareState.ts';
import { sentShare } from '../../../support/fakes/sentShare.ts';

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

  it('is left to the window that has taken the share over', () => {
    assert.deepEqual(outcomeOf(new LockLostError(), false), { kind: 'retry-later', reason: { kind: 'other' } });
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
    assert.deepEqual(outcomeOf(new UnexpectedResponseError(facts), false), unknown);
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

describe('The record of a share', () => {
  const [busy, limited, offline] = (['service-unavailable', 'rate-limited', 'offline'] as const).map((kind) => ({
    kind,
  }));
  const given = (fields: Partial<ShareRecord> = {}): ShareRecord => {
    const { messageId: _, ...record } = sentShare('a', 10, { state: 'unknown', startedMs: 5 });
    return { ...record, ...fields };
  };

  it('is removed if it was given up and did not arrive', () => {
    for (const kind of ['refused', 'retry-later'] as const)
      assert.equal(afterTry(given({ isGivenUp: true }), { kind, reason: { kind: 'other' } }, 20), undefined);
  });

  it('keeps the start of its first try, unless none reached the service, and the wait that was asked for', () => {
    const { startedMs: _, ...unstarted } = given();
    const queued = { state: 'queued', endedMs: 20 } as const;
    for (const [outcome, expected] of [
      [
        { kind: 'refused', reason: busy },
        { ...given(), state: 'failed', endedMs: 20, reason: busy },
      ],
      [
        { kind: 'retry-later', reason: busy },
        { ...given(), ...queued, reason: busy },
      ],
      [
        { kind: 'retry-later', reason: limited },
        { ...given(), ...queued, reason: limited },
      ],
      [
        { kind: 'retry-later', reason: offline },
        { ...unstarted, ...queued, reason: offline },
      ],
      [
        { kind: 'unknown', reason: busy, retryAfterMs: 7 },
        { ...given(), endedMs: 20, reason: busy, notBeforeMs: 27 },
      ],
    ])
      assert.deepEqual(afterTry(given(), outcome as never, 20), expected);
  });

  it('starts with no tries when the user requests it, and has no message when the user found it', () => {
    assert.equal(requeued(given({ tries: 3 }), 20).tries, 0);
    assert.equal(markedSent(given(), 20).messageId, '');
  });

  it('is awaited up to ten seconds while the service is busy, and not at all if it is cancelled', () => {
    const waitMs = (notBeforeMs: number, isCancelled = false) =>
      callerWaitMs(given({ state: 'queued', reason: { kind: 'service-unavailable' }, notBeforeMs }), 20, isCancelled);
    assert.deepEqual([waitMs(10_020), waitMs(10_021), waitMs(10_021, true)], [10_000, undefined, 0]);
    const tried = given({ state: 'queued', reason: { kind: 'service-unavailable' }, notBeforeMs: 20, tries: 3 });
    assert.equal(callerWaitMs(tried, 20, false), undefined, 'after three tries the queue goes on');
  });

  it('waits for time, for a sign-in or for the user', () => {
    for (const [state, kind, expected, requiresUser] of [
      ['queued', 'offline', 'time', false],
      ['queued', 'service-unavailable', 'time', false],
      ['queued', 'rate-limited', 'time', false],
      ['unknown', 'checking', 'time', false],
      ['unknown', 'sign-in-required', 'sign-in', false],
      ['unknown', 'room-unclear', undefined, true],
      ['unknown', 'room-unreadable', undefined, true],
      ['queued', undefined, undefined, false],
      ['failed', 'rate-limited', undefined, true],
      ['sending', 'offline', undefined, false],
    ] as const) {
      const record = given({ state, requestedMs: 20, ...(kind && { reason: { kind } }) });
      assert.deepEqual(
        [waitsFor(record), requiresUserAction(record, 20)],
        [expected, requiresUser],
        `${state} ${kind}`,
      );
    }
  });
});
