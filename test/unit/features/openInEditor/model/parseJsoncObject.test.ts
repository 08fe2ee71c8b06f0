import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseJsoncObject } from '../../../../../src/features/openInEditor/model/parseJsoncObject.ts';
import { assertLinear } from '../../../../support/linearTime.ts';

describe('parseJsoncObject', () => {
  it('ignores comments and last commas, and keeps what looks like them in strings', () => {
    const text = '\ufeff{ // one, }\n"a": [1, 2, /* , ] */ ], "b": "// \\" , ] /* */", }';
    assert.deepEqual(parseJsoncObject(text), { a: [1, 2], b: '// " , ] /* */' });
  });

  it('reads any JSON object as it is, and has nothing of other texts', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const json = JSON.stringify(value, undefined, 1);
        assert.deepEqual(parseJsoncObject(json), JSON.parse(json));
      }),
    );
    for (const part of ['"', '\\"', '/*', '/* *', ', ', ',', '[', '//']) {
      assertLinear((count) => void parseJsoncObject(part.repeat(count)), 8_000);
    }
    for (const text of ['{"a": 1', '{"a": "b', '', '[]', '{', '/* {} ', '{"a" 1}'])
      assert.equal(parseJsoncObject(text), undefined, text);
  });
});
