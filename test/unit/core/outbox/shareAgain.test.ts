import assert from 'node:assert/strict';
import type { Message } from '../../../../src/core/api/resources.ts';
import { contentOfMessage, placeOfContent } from '../../../../src/core/outbox/sentContents.ts';
import type { ShareContent, ShareRecord } from '../../../../src/core/outbox/shareRecord.ts';
import { sentShare } from '../../../support/fakes/sentShare.ts';

const text: ShareContent = { kind: 'text', markdown: 'hello' };
const origin = { path: '/code/a.ts' };

describe('the place of the content of a share', () => {
  it('is the memory of the window first, in every state', () => {
    const kept = { content: text, review: { secrets: [] } };
    for (const state of ['queued', 'sending', 'sent', 'failed', 'unknown'] as const) {
      const content = state === 'sent' ? {} : { content: { kind: 'text', markdown: 'older' } as const };
      assert.deepEqual(placeOfContent(sentShare('a', 0, { state, ...content }), kept), { kind: 'memory', ...kept });
    }
  });

  it('is the record of a share that was not sent', () => {
    for (const state of ['queued', 'sending', 'failed', 'unknown'] as const) {
      const record = sentShare('a', 0, { state, content: text, origin });
      assert.deepEqual(placeOfContent(record, undefined), { kind: 'record', content: text });
    }
  });

  it('is the file of a sent file, and the message of sent lines of a file', () => {
    assert.deepEqual(placeOfContent(sentShare('a', 0, { origin }), undefined), { kind: 'file', path: '/code/a.ts' });
    const lines = sentShare('a', 0, { origin: { ...origin, line: 3 } });
    assert.deepEqual(placeOfContent(lines, undefined), { kind: 'message' });
    assert.deepEqual(placeOfContent(sentShare('a', 0), undefined), { kind: 'message' });
  });
});

describe('the content of a share by its message', () => {
  const of = (message: Partial<Message>, more: Partial<ShareRecord> = {}) =>
    contentOfMessage(sentShare('a', 0, more), { id: 'm', roomId: 'r', ...message });
  const files = ['https://rooms.test/v1/contents/1'];
  const errors = { files: { code: 'kms_failure', reason: 'no key' } };

  it('is its Markdown, or else its text', () => {
    assert.deepEqual(of({ markdown: '**a**', text: 'a' }), { kind: 'text', markdown: '**a**' });
    assert.deepEqual(of({ markdown: '', text: 'a' }), { kind: 'text', markdown: 'a' });
    assert.deepEqual(of({ text: 'a', files: [] }), { kind: 'text', markdown: 'a' });
  });

  it('is unknown where the service returns neither, or not whether there is a file', () => {
    assert.equal(of({}), undefined);
    assert.equal(of({ html: '<p>a</p>' }), undefined);
    assert.equal(of({ text: 'a', errors }), undefined);
  });

  it('is the comment of a file, and the URL of a file that the service fetched', () => {
    assert.deepEqual(of({ files, text: 'look' }), { kind: 'file', text: 'look' });
    assert.deepEqual(of({ files }), { kind: 'file' });
    const name = 'https://files.roomside.dev/a.png';
    assert.deepEqual(of({ files, text: 'look' }, { name }), { kind: 'url', url: name, text: 'look' });
    assert.deepEqual(of({ files }, { name, origin }), { kind: 'file' });
    assert.deepEqual(of({ text: 'a' }, { name }), { kind: 'text', markdown: 'a' });
  });
});
