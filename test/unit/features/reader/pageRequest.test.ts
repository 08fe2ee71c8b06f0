import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parsePageRequest } from '../../../../src/features/reader/pageRequest.ts';

const [thread, message] = [{ threadId: 'm1' }, { messageId: 'm1' }];

describe('parsePageRequest', () => {
  it('parses what the page sends, and nothing that lacks a field or has another value', () => {
    for (const [request, ...invalid] of [
      [{ kind: 'ready', anchorId: 'm1', anchorMs: 1 }],
      [
        { kind: 'older', ...thread },
        { threadId: '' },
        { threadId: 'x'.repeat(1001) },
        { threadId: { toString: 'm1' } },
      ],
      [{ kind: 'replies', ...thread, isMore: true }, { isMore: 'yes' }],
      [{ kind: 'send', text: '', ...thread }, { text: undefined }],
      [{ kind: 'search' }],
      [{ kind: 'people', before: 'Hello @pri' }, { before: 'x'.repeat(1001) }, { before: 1 }],
      [{ kind: 'pasteImage', bytes: new Uint8Array([1]), ...thread }, { bytes: 'GIF89a' }, { bytes: [1] }],
      [{ kind: 'replyWithFile', ...message }, { messageId: 7 }],
      [{ kind: 'image', ...message, file: 1 }, { file: -1 }],
      [
        { kind: 'block', action: 'compare', ...message, block: 0 },
        ...['delete', 'constructor', 'openFile'].map((action) => ({ action })),
        ...[-1, 0.5, '0'].map((block) => ({ block })),
      ],
      [{ kind: 'file', action: 'openFile', ...message, file: 2 }, { action: 'copy' }],
      [{ kind: 'place', messageId: 'm', place: 3 }, { place: '3' }],
      [{ kind: 'errorAction', id: 'retry' }, { id: 3 }],
    ] as const) {
      assert.deepEqual(parsePageRequest(request), request);
      for (const field of invalid) assert.equal(parsePageRequest({ ...request, ...field }), undefined);
    }
    for (const value of [
      null,
      'ready',
      [],
      {},
      { kind: 'run', command: 'workbench.action.quit' },
      { kind: 'toString' },
    ])
      assert.equal(parsePageRequest(value), undefined);
  });

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
