import assert from 'node:assert/strict';
import { mentionAt } from '../../../../src/core/markdown/markdownEngine.ts';

describe('mentionAt', () => {
  it('reads the three forms of the service API', () => {
    assert.deepEqual(mentionAt('<@personEmail:ann@example.com|Ann B>', 0), {
      mention: { kind: 'email', value: 'ann@example.com', label: 'Ann B' },
      length: 36,
    });
    assert.deepEqual(mentionAt('x <@personId:Y2lz/a=|Ann>', 2), {
      mention: { kind: 'id', value: 'Y2lz/a=', label: 'Ann' },
      length: 23,
    });
    assert.deepEqual(mentionAt('<@all>', 0), { mention: { kind: 'all' }, length: 6 });
  });

  for (const text of [
    '<@ALL>',
    '<@here>',
    '<@personEmail:>',
    '<@personEmail:a@b.c>',
    '<@personEmail:|Ann>',
    '<@personId:x|>',
    '<@personEmail:a b@c.d|Ann>',
    '<@personEmail:a@b.c|Ann\nB>',
    '<@personEmail:a@b.c|Ann',
    ' <@all>',
    '@all',
  ]) {
    it(`reads no mention at the start of ${JSON.stringify(text)}`, () => {
      assert.equal(mentionAt(text, 0), undefined);
    });
  }
});
