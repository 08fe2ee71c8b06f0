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
import type { ShareRecord } from '../../../../src/core/outbox/shareRecord.ts';
import {
  abandoned,
  afterTry,
  markedSent,
  outcomeOf,
  outdatedShares,
  requeued,
  requiresUserAction,
  waitsFor,
} from '../../../../src/core/outbox/shareState.ts';
import { sentShare } from '../../../support/fakes/sentShare.ts';

const nowMs = 1_000;
const dayMs = 24 * 60 * 60_000;
const answered = (status: number, retryAfterMs?: number) =>
  new ServiceError({ status, method: 'POST', path: '/v1/messages', retryAfterMs });
const connection = (mayHaveBeenProcessed: boolean) =>
  new ConnectionError({ host: 'rooms.test', code: 'ECONNRESET', kind: 'cut', mayHaveBeenProcessed });
const notRefreshed = new RefreshDelayedError('rooms.test', { cause: connection(false) });
const html = new UnexpectedResponseError({ status: 200, host: 'rooms.test', path: '/v1/messages', problem: 'html' });
const tooLarge = new TooLargeError({ what: 'message', byteLength: 2, maxBytes: 1 });
const missing = Object.assign(new Error('no such file'), { code: 'ENOENT' });
const fault = new TypeError('a fault');

type Row = readonly [
  title: string,
  error: unknown,
  requestSent: boolean,
  state: string,
  reason?: object,
  notBeforeMs?: number,
];

const failures: readonly Row[] = [
  ['a cancelled request that was sent', new CancelledError(), true, 'unknown', { kind: 'checking' }],
  ['a cancelled request that was not sent', new CancelledError(), false, 'removed'],
  ['an expired session', new SignInRequiredError('expired'), false, 'queued', { kind: 'sign-in-required' }],
  ['a 401', answered(401), true, 'queued', { kind: 'sign-in-required', detail: '401' }],
  ['no connection', connection(false), true, 'queued', { kind: 'offline', detail: 'rooms.test' }],
  ['a lost connection', connection(true), true, 'unknown', { kind: 'checking' }],
  ['a refresh without connection', notRefreshed, false, 'queued', { kind: 'offline', detail: 'rooms.test' }],
  ['an unreadable 2xx response', html, false, 'unknown', { kind: 'checking' }],
  ['a 429', answered(429, dayMs), true, 'queued', { kind: 'rate-limited', detail: '429' }, nowMs + dayMs],
  [
    'a wait above a day',
    answered(429, dayMs + 1),
    true,
    'failed',
    { kind: 'rate-limited', detail: '429' },
    nowMs + dayMs + 1,
  ],
  ['a changed file', new FileChangedError('a'), true, 'failed', { kind: 'file-changed' }],
  ['a text that is too long', tooLarge, false, 'failed', { kind: 'too-long' }],
  ['a file that is missing', missing, false, 'failed', { kind: 'file-unreadable', detail: 'ENOENT' }],
  ['an internal error of a request that was sent', fault, true, 'unknown', { kind: 'checking' }],
  ['an internal error before', fault, false, 'failed', { kind: 'other' }],
  ...[408, 500, 502, 503, 504, 599].map(
    (status): Row => [
      ...([`a ${status}`, answered(status, 3000), true, 'unknown'] as const),
      ...([{ kind: 'checking', detail: String(status) }, nowMs + 3000] as const),
    ],
  ),
  [
    ...(['a 503 with an absurd wait', answered(503, dayMs + 1), true, 'unknown'] as const),
    ...([{ kind: 'checking', detail: '503' }, nowMs + dayMs] as const),
  ],
  ...[302, 400, 403, 404, 405, 407, 409, 410, 413, 415, 499].map(
    (status): Row => [
      ...([`a ${status}`, answered(status), true, 'failed'] as const),
      { kind: 'service-refused', detail: String(status) },
    ],
  ),
];

describe('The outcome of a failed try', () => {
  for (const [title, error, requestSent, state, reason, notBeforeMs] of failures) {
    it(`is "${state}" after ${title}`, () => {
      const expected = { state, ...(reason && { reason }), ...(notBeforeMs !== undefined && { notBeforeMs }) };
      assert.deepEqual(outcomeOf(error, {}, requestSent, nowMs), expected);
    });
  }
});

describe('The record of a share', () => {
  const given = (fields: Partial<ShareRecord> = {}): ShareRecord => {
    const { messageId: _, ...record } = sentShare('a', 10, { state: 'unknown', startedMs: 5 });
    return { ...record, ...fields };
  };

  it('keeps the start of its first try, unless none reached the service, and the wait that was asked for', () => {
    const busy = { kind: 'service-unavailable' } as const;
    for (const [outcome, startedMs, notBeforeMs] of [
      [{ state: 'failed', reason: busy }, 5, undefined],
      [{ state: 'queued', reason: busy }, 5, 15],
      [{ state: 'queued', reason: { kind: 'rate-limited' } }, 5, 15],
      [{ state: 'queued', reason: { kind: 'offline' } }, undefined, 15],
      [{ state: 'unknown', reason: busy, notBeforeMs: 27 }, 5, 27],
    ] as const) {
      const next = afterTry(given({ notBeforeMs: 15 }), outcome, 20);
      assert.deepEqual([next?.state, next?.reason, next?.endedMs], [outcome.state, outcome.reason, 20]);
      assert.deepEqual([next?.startedMs, next?.notBeforeMs], [startedMs, notBeforeMs]);
    }
  });

  it('starts with no tries when the user requests it, and has no message when the user found it', () => {
    assert.equal(requeued(given({ tries: 3 }), 20).tries, 0);
    assert.equal(markedSent(given(), 20).messageId, '');
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
      ['queued', undefined, 'time', false],
      ['failed', 'rate-limited', undefined, true],
      ['sending', 'offline', undefined, false],
    ] as const) {
      const record = given({ state, requestedMs: 20, ...(kind && { reason: { kind } }) });
      const found = [waitsFor(record), requiresUserAction(record, 20)];
      assert.deepEqual(found, [expected, requiresUser], `${state} ${kind}`);
    }
  });
});

describe('the records of sent shares', () => {
  it('are removed a hundred at a time, the oldest first', () => {
    const shares = Array.from({ length: 300 }, (_, at) => sentShare(`share${String(at).padStart(3, '0')}`, at));
    const removed = outdatedShares(shares, 30 * dayMs).map(({ id }) => id);
    assert.deepEqual([removed.length, removed[0], removed.at(-1)], [100, 'share000', 'share099']);
  });
});

describe('A share that another process left', () => {
  it('has ended at the takeover, by the clock of this computer', () => {
    const left = { ...sentShare('1', 5 * dayMs), state: 'sending' } as const;
    assert.deepEqual(abandoned(left, nowMs), {
      ...left,
      state: 'unknown',
      endedMs: nowMs,
      reason: { kind: 'checking' },
    });
  });
});
