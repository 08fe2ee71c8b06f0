import assert from 'node:assert/strict';
import { appliedReply, isApplied } from '../../../../src/core/lines/appliedReply.ts';

const message = (id: string, personId: string, markdown: string) => ({ id, roomId: 'r', personId, markdown });

describe('A thread with a suggestion', () => {
  const root = message('m', 'ada', 'Is this right?');
  it('is done when the person who asked has replied so', () => {
    const thread = (personId: string, text = appliedReply) => ({
      id: 'm',
      root,
      replies: [message('r', personId, text)],
    });
    assert.ok(isApplied(thread('ada')) && isApplied(thread('ada', `${appliedReply}, thank you`)));
    assert.ok(!isApplied(thread('ben')) && !isApplied(thread('ada', `Not ${appliedReply}`)));
    assert.ok(!isApplied({ ...thread('ada'), root: undefined }));
  });
});
