import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Message } from '../../../../src/core/api/resources.ts';
import { listAttachments } from '../../../../src/core/messages/attachmentList.ts';
import { manyCases } from '../markdown/hostileText.ts';

const message = (id: string, facts: Partial<Message> = {}): Message => ({ id, roomId: 'room', ...facts });
const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T10:00:00.000Z`;

describe('listAttachments', () => {
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
