import assert from 'node:assert/strict';
import { encodeDoorCall, parseDoorCall, parseDoorRecord } from '../../../../src/core/terminal/doorCall.ts';

const callOf = (call: unknown) => parseDoorCall(encodeDoorCall(call as never));

describe('A call of a program', () => {
  it('has only the fields that it may have', () => {
    const files = [{ path: '/a.ts', startLine: 1, endLine: 2, more: 1 }];
    const known = [{ path: '/a.ts', startLine: 1, endLine: 2 }];
    const call = callOf({ do: 'share', files, room: 'Zürich', token: 't' });
    assert.deepEqual(call, { do: 'share', files: known, room: 'Zürich' });
  });

  it('is refused if there is none of its kind', () => {
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
      null,
      [],
      {},
      { do: 'token' },
      { do: 'link' },
      { do: 'share', files: 'a' },
      { do: 'share', files: [{}] },
      ...tooLong,
    ])
      assert.throws(() => callOf(call), TypeError, JSON.stringify(call));
  });

  it('is refused in no JSON', () => {
    for (const text of ['', 'no base64', encodeDoorCall('x' as never)])
      assert.throws(() => parseDoorCall(text), TypeError);
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
