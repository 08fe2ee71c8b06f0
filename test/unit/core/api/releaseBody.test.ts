import assert from 'node:assert/strict';
import { discardBody, releaseBody, releaseBytes } from '../../../../src/core/api/releaseBody.ts';
import { answer } from './scriptedSend.ts';

/** A body of chunks of 32 KiB that notes whether it was left. */
function bodyOf(chunkCount: number, end?: Error) {
  const seen = { chunkCount: 0, isLeft: false };
  async function* chunks() {
    try {
      for (; seen.chunkCount < chunkCount; seen.chunkCount += 1) yield Buffer.alloc(32 * 1024);
      if (end !== undefined) throw end;
    } finally {
      seen.isLeft = seen.chunkCount < chunkCount;
    }
  }
  return { seen, body: chunks() };
}

describe('A body that is not needed', () => {
  for (const [chunkCount, expected] of [
    [2, { chunkCount: 2, isLeft: false }],
    [4, { chunkCount: 2, isLeft: true }],
  ] as const) {
    it(`is ${expected.isLeft ? 'left' : 'read'} if it has ${chunkCount * 32} KiB`, async () => {
      const { seen, body } = bodyOf(chunkCount);
      await discardBody({ ...answer(200), body });
      assert.deepEqual(seen, expected);
    });
  }

  it('may break, and needs no end of its own', async () => {
    await discardBody({ ...answer(200), body: bodyOf(1, new Error('cut')).body });
    const endless = { next: () => assert.fail('it was read') };
    await releaseBody({ [Symbol.asyncIterator]: () => endless });
  });

  it('frees the memory of a chunk once, unless it shares its buffer', () => {
    const [own, part] = [new Uint8Array(8), new Uint8Array(8).subarray(1)];
    for (const bytes of [own, own, part, new Uint8Array(new SharedArrayBuffer(8))]) releaseBytes(bytes);
    assert.deepEqual([own.byteLength, part.byteLength], [0, 7]);
  });
});
