import assert from 'node:assert/strict';
import { isJustSent, newestUndoable } from '../../../../src/core/outbox/newestUndoable.ts';
import type { ShareRecord } from '../../../../src/core/outbox/shareRecord.ts';
import { sentShare as sent } from '../../../support/fakes/sentShare.ts';

const newest = (...shares: ShareRecord[]): string | undefined => newestUndoable(shares, 'ada')?.id;

describe('the share that Undo Share deletes', () => {
  it('is the one that was sent last, not the one that was created last', () => {
    assert.equal(newest(sent('a', 100), sent('b', 300), sent('c', 200)), 'b');
  });

  it('belongs to the active account', () => {
    assert.equal(newest(sent('a', 100), sent('b', 300, { accountId: 'priya' })), 'a');
    assert.equal(newest(sent('b', 300, { accountId: 'priya' })), undefined);
    assert.equal(newestUndoable([sent('a', 100)], undefined), undefined);
  });

  it('is sent and has a message id', () => {
    assert.equal(newest(sent('a', 100, { messageId: '' }), sent('b', 200, { state: 'unknown' })), undefined);
    assert.equal(newest(), undefined);
  });

  it('needs no confirmation for a minute, unless the clock was set back', () => {
    const share = sent('a', 1000);
    assert.deepEqual(
      [1000, 61_000, 61_001, 999].map((nowMs) => isJustSent(share, nowMs)),
      [true, true, false, false],
    );
  });
});
