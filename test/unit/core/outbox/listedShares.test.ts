import assert from 'node:assert/strict';
import type { ShareRecord } from '../../../../src/core/outbox/shareRecord.ts';
import {
  isJustSent,
  listedShares,
  newestUndoable,
  supersededFailures,
} from '../../../../src/core/outbox/sharesStatus.ts';
import { sentShare as sent } from '../../../support/fakes/sentShare.ts';

const failed = (id: string, endedMs: number, more: Partial<ShareRecord> = {}): ShareRecord =>
  sent(id, endedMs, { state: 'failed', digest: 'd', content: { kind: 'text', markdown: 'hi' }, ...more });
const file = { name: 'a.ts', mediaType: 'text/plain', byteLength: 3, path: '/a.ts', mtimeMs: 1 };
const ids = (shares: readonly ShareRecord[]): readonly string[] => shares.map(({ id }) => id);

describe('the list of shares', () => {
  it('starts with failed shares, then those that require the user, each newest first', () => {
    const doubtful = sent('d', 1, { state: 'unknown', reason: { kind: 'room-unreadable' } });
    const queued = sent('q', 1, { state: 'queued', requestedMs: 9 });
    const held = sent('h', 1, { state: 'queued', requestedMs: -90_000_000 });
    const shares = [failed('f1', 1), doubtful, sent('s', 2), held, failed('f2', 3), queued];
    assert.deepEqual(ids(listedShares(shares, 10)), ['f2', 'f1', 'h', 'd', 'q', 's']);
  });

  it('drops a failure whose content arrived in the same room later', () => {
    const superseded = (...others: readonly ShareRecord[]) => ids(supersededFailures([failed('f', 5), ...others]));
    assert.deepEqual(superseded(sent('s', 6, { digest: 'd' })), ['f']);
    assert.deepEqual(superseded(sent('s', 4, { digest: 'd' })), []);
    assert.deepEqual(superseded(sent('s', 6, { digest: 'e' })), []);
    assert.deepEqual(superseded(sent('s', 6, { digest: 'd', roomId: 'other' })), []);
    assert.deepEqual(superseded(sent('s', 6, { digest: 'd', accountId: 'priya' })), []);
    const to = (id: string) => ({ roomId: '', toPerson: { id, name: 'Alex Kim' } });
    const toOther = [failed('f', 5, to('alex')), sent('s', 6, { digest: 'd', ...to('alex2') })];
    assert.deepEqual(supersededFailures(toOther), []);
    assert.deepEqual(superseded(sent('s', 6, { digest: 'd', state: 'unknown' })), []);
  });

  it('drops a failure of a file that was sent later, unless it has a comment', () => {
    const changed = (text?: string) =>
      failed('f', 5, { name: 'a.ts', content: { kind: 'file', file, ...(text && { text }) } });
    const later = sent('s', 6, { name: 'a.ts', origin: { path: '/a.ts' } });
    assert.deepEqual(ids(supersededFailures([changed(), later])), ['f']);
    assert.deepEqual(ids(supersededFailures([changed('look'), later])), []);
    assert.deepEqual(ids(supersededFailures([changed(), { ...later, name: 'a.ts:3' }])), []);
  });
});

const newest = (...shares: ShareRecord[]): string | undefined => newestUndoable(shares, 'ada')?.id;

describe('the share that Undo Share deletes', () => {
  it('is the one that was sent last, not the one that was created last', () => {
    assert.equal(newest(sent('a', 100), sent('b', 300), sent('c', 200)), 'b');
  });

  it('belongs to the active account, is sent and has a message id', () => {
    assert.equal(newest(sent('a', 100), sent('b', 300, { accountId: 'priya' })), 'a');
    assert.equal(newest(sent('a', 100, { messageId: '' }), sent('b', 200, { state: 'unknown' })), undefined);
    assert.equal(newestUndoable([sent('a', 100)], undefined), undefined);
  });

  it('needs no confirmation for a minute, unless the clock was set back', () => {
    const share = sent('a', 1000);
    assert.deepEqual(
      [1000, 61_000, 61_001, 999].map((nowMs) => isJustSent(share, nowMs)),
      [true, true, false, false],
    );
  });
});
