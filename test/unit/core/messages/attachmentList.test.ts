import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Message } from '../../../../src/core/api/resources.ts';
import { listAttachments } from '../../../../src/core/messages/attachmentList.ts';
import { manyCases } from '../markdown/hostileText.ts';

const message = (id: string, facts: Partial<Message> = {}): Message => ({ id, roomId: 'room', ...facts });
const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T10:00:00.000Z`;

describe('listAttachments', () => {
  it('includes known facts of the message only', () => {
    assert.deepEqual(
      listAttachments([
        message('1', { files: ['u1'], created: day(1), personEmail: 'ann@example.com', text: 'see' }),
        message('2', { files: ['u2'] }),
      ]),
      [
        { messageId: '1', url: 'u1', created: day(1), personEmail: 'ann@example.com', text: 'see' },
        { messageId: '2', url: 'u2' },
      ],
    );
  });

  it('sorts newest first, for any order of messages', () => {
    const messages = [
      message('old', { files: ['u1'], created: day(1) }),
      message('new', { files: ['u3'], created: day(3) }),
      message('mid', { files: ['u2'], created: day(2) }),
    ];
    assert.deepEqual(
      listAttachments(messages).map((attachment) => attachment.url),
      ['u3', 'u2', 'u1'],
    );
  });

  it('compares times, not their spelling', () => {
    const messages = [
      message('1', { files: ['earlier'], created: '2026-03-01T23:00:00.000Z' }),
      message('2', { files: ['later'], created: '2026-03-01T22:30:00.000-02:00' }),
    ];
    assert.deepEqual(
      listAttachments(messages).map((attachment) => attachment.url),
      ['later', 'earlier'],
    );
  });

  it('lists a URL once, with its newest message', () => {
    const messages = [
      message('old', { files: ['u'], created: day(1) }),
      message('new', { files: ['u', 'u'], created: day(2) }),
    ];
    assert.deepEqual(
      listAttachments(messages).map(({ messageId, url }) => [messageId, url]),
      [['new', 'u']],
    );
  });

  it('keeps the order of files in a message, and skips messages without files', () => {
    assert.deepEqual(
      listAttachments([message('1'), message('2', { files: ['b', 'a'] }), message('3', { files: [] })]).map(
        ({ url }) => url,
      ),
      ['b', 'a'],
    );
  });

  it('sorts messages without a valid time last, in their order', () => {
    const messages = [
      message('1', { files: ['x'] }),
      message('2', { files: ['y'], created: 'yesterday' }),
      message('3', { files: ['z'], created: day(1) }),
    ];
    assert.deepEqual(
      listAttachments(messages).map(({ url }) => url),
      ['z', 'x', 'y'],
    );
  });

  it('does not change its input', () => {
    const messages = Object.freeze([message('1', { created: day(1) }), message('2', { created: day(2) })]);
    assert.deepEqual(listAttachments(messages), []);
  });

  it('lists each URL of any messages exactly once, never an older one before a newer', () => {
    const any = fc.record({
      files: fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 3 }),
      created: fc.constantFrom('', 'soon', day(1), day(2), day(3)),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 8 }), (facts) => {
        const messages = facts.map((each, index) => message(String(index), each));
        const list = listAttachments(messages);
        assert.deepEqual(
          list.map(({ url }) => url).sort(),
          [...new Set(messages.flatMap(({ files }) => files ?? []))].sort(),
        );
        const times = list
          .map(({ created }) => Date.parse(created ?? ''))
          .map((time) => (Number.isNaN(time) ? 0 : time));
        assert.deepEqual(
          times,
          [...times].sort((a, b) => b - a),
        );
      }),
      manyCases,
    );
  });
});
