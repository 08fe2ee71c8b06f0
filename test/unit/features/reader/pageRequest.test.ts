import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parsePageRequest } from '../../../../src/features/reader/pageRequest.ts';

describe('parsePageRequest', () => {
  for (const request of [
    { kind: 'ready' },
    { kind: 'ready', anchorId: 'm1', anchorMs: 1 },
    { kind: 'older', threadId: 'm1' },
    { kind: 'newer', threadId: 'm1' },
    { kind: 'replies', threadId: 'm1', isMore: true },
    { kind: 'showMessage', messageId: 'm1' },
    { kind: 'typed', text: 'Half a thought', threadId: 'm1' },
    { kind: 'send', text: 'To the room' },
    { kind: 'openDraft', text: '', threadId: 'm1' },
    { kind: 'focus', place: 'field' },
    { kind: 'newest' },
    { kind: 'refresh' },
    { kind: 'search' },
    { kind: 'quote', messageId: 'm1' },
    { kind: 'replyWithFile', messageId: 'm1' },
    { kind: 'image', messageId: 'm1', file: 1 },
    { kind: 'delete', messageId: 'm1' },
    { kind: 'block', action: 'compare', messageId: 'm1', block: 0 },
    { kind: 'file', action: 'openFile', messageId: 'm1', file: 2 },
    { kind: 'file', action: 'applyFile', messageId: 'm1', file: 0 },
    { kind: 'errorAction', id: 'retry' },
  ]) {
    it(`parses: ${JSON.stringify(request)}`, () => assert.deepEqual(parsePageRequest(request), request));
  }

  for (const value of [
    undefined,
    null,
    'ready',
    [],
    {},
    { kind: 'run', command: 'workbench.action.quit' },
    { kind: 'older' },
    { kind: 'send', threadId: 'm1' },
    { kind: 'older', threadId: '' },
    { kind: 'older', threadId: 'x'.repeat(1001) },
    { kind: 'replies', threadId: 'm1', isMore: 'yes' },
    { kind: 'older', threadId: { toString: 'm1' } },
    { kind: 'block', action: 'delete', messageId: 'm1', block: 0 },
    { kind: 'block', action: 'constructor', messageId: 'm1', block: 0 },
    { kind: 'block', action: 'copy', messageId: 'm1', block: -1 },
    { kind: 'block', action: 'copy', messageId: 'm1', block: 0.5 },
    { kind: 'block', action: 'copy', messageId: 'm1', block: '0' },
    { kind: 'file', action: 'copy', messageId: 'm1', file: 0 },
    { kind: 'errorAction', id: 3 },
    { kind: 'image', messageId: 'm1', file: -1 },
  ]) {
    it(`rejects: ${JSON.stringify(value)?.slice(0, 80)}`, () => assert.equal(parsePageRequest(value), undefined));
  }

  it('returns nothing but ids, numbers and known words', () => {
    assert.deepEqual(parsePageRequest({ kind: 'ready', anchorId: { id: 'm1' }, anchorMs: -1 }), { kind: 'ready' });
    assert.deepEqual(parsePageRequest({ kind: 'newest', html: '<b>', path: '/etc/passwd' }), { kind: 'newest' });
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const request = parsePageRequest(value);
        assert.ok(request === undefined || typeof request.kind === 'string');
      }),
    );
  });
});
