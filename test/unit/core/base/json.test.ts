import assert from 'node:assert/strict';
import { parseRecord, type RecordReader } from '../../../../src/core/base/json.ts';

const read = (value: unknown, take: (record: RecordReader) => unknown) => parseRecord(JSON.stringify(value), 1, take);

describe('a stored record', () => {
  it('returns the value that is read from it', () => {
    assert.deepEqual(
      read({ version: 1, name: 'x' }, (record) => record.string('name')),
      { kind: 'value', value: 'x' },
    );
  });

  it('is broken without a JSON object and a version', () => {
    for (const text of ['{', 'hello', '[]', 'null', '7', '"text"', '{}', '{"version":"1"}', '{"version":null}']) {
      assert.deepEqual(
        parseRecord(text, 1, () => 'value'),
        { kind: 'broken' },
        text,
      );
    }
  });

  it('is newer, and not parsed, if a later version wrote it', () => {
    const never = () => assert.fail('looked into a newer record');
    assert.deepEqual(parseRecord('{"version":2}', 1, never), { kind: 'newer' });
    assert.deepEqual(parseRecord('{"version":1e3}', 1, never), { kind: 'newer' });
  });

  it('is broken if a required field is missing or has another type', () => {
    const wrong: readonly ((record: RecordReader) => unknown)[] = [
      (record) => record.string('missing'),
      (record) => record.string('number'),
      (record) => record.number('missing'),
      (record) => record.number('text'),
      (record) => record.strings('missing'),
      (record) => record.strings('text'),
      (record) => record.strings('mixed'),
      (record) => record.enumValue('missing', ['a']),
      (record) => record.enumValue('text', ['a', 'b']),
    ];
    for (const take of wrong) {
      assert.deepEqual(read({ version: 1, text: 't', number: 7, mixed: ['a', 7] }, take), { kind: 'broken' });
    }
  });
});
