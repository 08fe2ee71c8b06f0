import assert from 'node:assert/strict';
import fc from 'fast-check';
import { utf8ByteLength } from '../../../../src/core/attachments/limits.ts';
import { mentionPrefix, mentionText, overflowStart, sentText } from '../../../../src/core/drafts/draftText.ts';
import { mentionAt } from '../../../../src/core/markdown/markdownEngine.ts';

describe('mentionText', () => {
  it('uses the e-mail address, or the id if no address is valid in a mention', () => {
    const person = { id: 'p1', displayName: 'Ada Park' };
    assert.equal(
      mentionText({ ...person, emails: ['ada.park@example.com'] }),
      '<@personEmail:ada.park@example.com|Ada Park>',
    );
    assert.equal(mentionText({ ...person, emails: ['a|b@example.com'] }), '<@personId:p1|Ada Park>');
    assert.equal(mentionText(person), '<@personId:p1|Ada Park>');
    assert.equal(mentionText({ id: 'p1' }), '<@personId:p1|p1>');
    assert.equal(mentionText({ id: 'p 1', displayName: 'x' }), undefined);
  });

  it('is exactly one mention of that person, for any name', () => {
    const hostile = fc.string({
      unit: fc.oneof(
        fc.constantFrom('|', '<', '>', '@', '\n', '`', '*', '\\', '\u202e', ' '),
        fc.string({ unit: 'binary', maxLength: 1 }),
      ),
    });
    fc.assert(
      fc.property(hostile, fc.option(hostile), hostile, (displayName, email, id) => {
        const text = mentionText({ id, displayName, ...(email !== null && { emails: [email] }) });
        if (text === undefined) return;
        const found = mentionAt(text, 0);
        assert.equal(found?.length, text.length);
        assert.ok(found.mention.kind !== 'all');
        assert.equal(found.mention.value, found.mention.kind === 'email' ? email : id);
        assert.doesNotMatch(found.mention.label, /[\p{Cc}|<>`*\\]/u);
      }),
      { numRuns: 2_000 },
    );
  });

  it('starts with an @ that does not follow a word', () => {
    assert.deepEqual(mentionPrefix('Hello @'), { start: 6, query: '' });
    assert.deepEqual(mentionPrefix('@Ada Pa'), { start: 0, query: 'Ada Pa' });
    assert.deepEqual(mentionPrefix('(@Zoë'), { start: 1, query: 'Zoë' });
    for (const text of ['ada@example', 'hello', '@Ada Park is', '@ada, '])
      assert.equal(mentionPrefix(text), undefined, text);
  });
});

describe('overflowStart', () => {
  for (const [what, text, maxBytes, expected] of [
    ['finds nothing in a text that fits', 'abc', 3, undefined],
    ['begins at the first character above the limit', 'abcdef', 4, 4],
    ['counts bytes, not characters', 'äöü', 4, 2],
    ['does not cut a character in two', 'ab😀', 4, 2],
    ['counts the blanks that a line break needs', 'ab\ncd', 6, 4],
    ['counts CRLF as one line break', 'ab\r\ncd', 6, 5],
    ['does not count blanks that are not sent', `${' '.repeat(3)}\n\nabc`, 3, undefined],
  ] as const) {
    it(what, () => assert.equal(overflowStart(text, maxBytes), expected));
  }

  it('returns the longest text that fits', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\n', '\r\n', ' '), maxLength: 60 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (written, maxBytes) => {
        const start = overflowStart(written, maxBytes);
        if (start === undefined) return assert.ok(utf8ByteLength(sentText(written)) <= maxBytes);
        assert.ok(utf8ByteLength(sentText(written.slice(0, start))) <= maxBytes);
      }),
    );
  });
});
