import assert from 'node:assert/strict';
import { listedShares, supersededFailures } from '../../../../src/core/outbox/listedShares.ts';
import type { ShareRecord } from '../../../../src/core/outbox/shareRecord.ts';
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
