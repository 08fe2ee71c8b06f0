import assert from 'node:assert/strict';
import { parseRecord, type RecordReader } from '../../../../src/core/base/json.ts';

const read = (value: unknown, take: (record: RecordReader) => unknown) => parseRecord(JSON.stringify(value), 1, take);

describe('a stored record', () => {
  it('is none if nothing is stored', () => {
    assert.deepEqual(
      parseRecord(undefined, 1, () => 'value'),
      { kind: 'none' },
    );
    assert.deepEqual(
      parseRecord('', 1, () => 'value'),
      { kind: 'none' },
    );
  });

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

  it('is broken by a number that is not finite', () => {
    assert.deepEqual(
      parseRecord('{"version":1,"at":1e999}', 1, (record) => record.number('at')),
      { kind: 'broken' },
    );
  });

  it('treats an optional field of another type as absent', () => {
    const taken = read({ version: 1, text: 7, number: 'x' }, (record) => [
      record.optionalString('text'),
      record.optionalNumber('number'),
      record.optionalString('missing'),
    ]);
    assert.deepEqual(taken, { kind: 'value', value: [undefined, undefined, undefined] });
  });

  it('returns strings and enum values unchanged', () => {
    const taken = read({ version: 1, list: ['a', ''], kind: 'b' }, (record) => [
      record.strings('list'),
      record.enumValue('kind', ['a', 'b']),
    ]);
    assert.deepEqual(taken, { kind: 'value', value: [['a', ''], 'b'] });
  });

  it('rethrows a programming error', () => {
    const faulty = () => {
      throw new RangeError('a fault');
    };
    assert.throws(() => parseRecord('{"version":1}', 1, faulty), RangeError);
  });
});
