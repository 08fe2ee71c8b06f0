import assert from 'node:assert/strict';
import { appliedReply, isApplied } from '../../../../src/core/lines/appliedReply.ts';

const message = (id: string, personId: string, markdown: string) => ({ id, roomId: 'r', personId, markdown });

describe('A thread with a suggestion', () => {
  const root = message('m', 'ada', 'Is this right?');
  it('is done when the person who asked has replied so', () => {
    const thread = (personId: string, text = appliedReply(undefined)) => ({
      id: 'm',
      root,
      replies: [message('r', personId, text)],
    });
    assert.ok(isApplied(thread('ada')) && isApplied(thread('ada', `${appliedReply(undefined)}, thank you`)));
    assert.ok(!isApplied(thread('ben')) && !isApplied(thread('ada', 'Not ✓ Applied')));
    const reply = appliedReply('1234567890abcdef1234567890abcdef12345678');
    assert.deepEqual([reply, isApplied(thread('ada', reply))], ['✓ Applied in 1234567890', true]);
    assert.ok(!isApplied({ ...thread('ada'), root: undefined }));
  });
});
