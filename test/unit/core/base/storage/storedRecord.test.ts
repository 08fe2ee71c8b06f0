import assert from 'node:assert/strict';
import {
  boolean,
  count,
  flag,
  list,
  number,
  object,
  oneOf,
  optional,
  orElse,
  type ReadAs,
  string,
} from '../../../../../src/core/base/storage/recordShape.ts';
import { parseRecord } from '../../../../../src/core/base/storage/storedRecord.ts';

const read = (value: object, readAs: ReadAs<unknown>) =>
  parseRecord(JSON.stringify({ version: 1, ...value }), 1, readAs);

describe('a stored record', () => {
  it('has the fields of its shape, and no others', () => {
    const shape = object({
      ...{ name: string, size: number, tries: count, tags: list(string), kind: oneOf('a', 'b'), isOpen: boolean },
      ...{ isLast: flag, note: optional(string), sub: optional(object({ id: string })), mode: orElse(oneOf('x'), 'y') },
    });
    const value = { name: 'x', size: -1.5, tries: 0, tags: ['t'], kind: 'b', isOpen: true, mode: 'x' };
    assert.deepEqual(read({ ...value, other: 1, note: null }, shape), { kind: 'value', value });
    const full = { ...value, isLast: true, note: 'n', sub: { id: 's' } };
    assert.deepEqual(read(full, shape), { kind: 'value', value: full });
    const odd = { isOpen: 'true', isLast: 1, mode: 7 };
    const expected = { kind: 'value', value: { ...value, isOpen: false, mode: 'y' } };
    assert.deepEqual(read({ ...value, ...odd }, shape), expected);
  });

  it('is broken without a JSON object and a version', () => {
    for (const text of ['{', 'hello', '[]', 'null', '7', '"text"', '{}', '{"version":"1"}', '{"version":null}']) {
      const parsed = parseRecord(text, 1, () => 'value');
      assert.deepEqual(parsed, { kind: 'broken' }, text);
    }
  });

  it('is newer, and not parsed, if a later version wrote it', () => {
    const never = () => assert.fail('looked into a newer record');
    assert.deepEqual(parseRecord('{"version":2}', 1, never), { kind: 'newer' });
    assert.deepEqual(parseRecord('{"version":1e3}', 1, never), { kind: 'newer' });
    assert.deepEqual(read({ field: 't' }, object({ field: oneOf('a', 'b') })), { kind: 'newer' });
  });

  it('is broken if a field is missing or has another type', () => {
    for (const [readAs, ...values] of [
      [string, undefined, 7, null],
      [number, undefined, '7', null],
      [count, undefined, -1],
      [list(string), undefined, 'a', ['a', 7]],
      [oneOf('a', 'b'), undefined, 7],
      [object({ id: string }), undefined, 't', [], {}],
      [optional(string), 7],
      [optional(object({ id: string })), 't', {}],
    ] as const)
      for (const field of values)
        assert.deepEqual(read({ field }, object({ field: readAs })), { kind: 'broken' }, String(field));
  });
});
