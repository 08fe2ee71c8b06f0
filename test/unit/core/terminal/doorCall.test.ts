import assert from 'node:assert/strict';
import { parseDoorCall, parseDoorRecord } from '../../../../src/core/terminal/doorCall.ts';

const callOf = (call: unknown) => parseDoorCall(JSON.stringify({ version: '1', key: 'k', call }));

describe('A call of a program', () => {
  it('has only the fields that it may have', () => {
    const files = [{ path: '/a.ts', startLine: 1, endLine: 2, more: 1 }];
    const parsed = callOf({ do: 'share', files, room: 'Design', token: 't' });
    assert.equal(parsed?.key, 'k');
    const known = [{ path: '/a.ts', startLine: 1, endLine: 2 }];
    assert.deepEqual(parsed?.call(), { do: 'share', files: known, room: 'Design' });
  });

  it('is refused, after its key was read, if there is none of its kind', () => {
    const share = { do: 'share', files: [] };
    const many = Array.from({ length: 101 }, () => ({ path: '/a' }));
    const long = 'x'.repeat(20_001);
    const tooLong = [{ room: long }, { reply: long }, { name: long }, { comment: long }, { files: many }].map(
      (more) => ({
        ...share,
        ...more,
      }),
    );
    for (const call of [
      undefined,
      {},
      { do: 'token' },
      { do: 'share', files: 'a' },
      { do: 'share', files: [{}] },
      ...tooLong,
    ])
      assert.throws(() => callOf(call)?.call(), TypeError, JSON.stringify(call));
  });

  it('is none without a key, in another version, or in no JSON', () => {
    const texts = ['', 'null', '[]', '{"version":"1"}', '{"version":"2","key":"k"}', '{"version":"1","key":1}'];
    for (const text of texts) assert.equal(parseDoorCall(text), undefined, text);
  });
});

describe('The record of a window', () => {
  it('is read whole or not at all', () => {
    const record = { socket: '/tmp/s', key: 'k', pid: 1, folders: ['/a'], language: 'de' };
    assert.deepEqual(parseDoorRecord(JSON.stringify({ ...record, more: 1 })), record);
    assert.equal(parseDoorRecord(JSON.stringify({ ...record, pid: '1' })), undefined);
    assert.equal(parseDoorRecord('{'), undefined);
  });
});
