import assert from 'node:assert/strict';
import { type FileHandle, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BatchWriter } from '../../../../src/platform/files/saveBody.ts';

describe('The batch writer', () => {
  let folder: string;
  let path: string;
  let handle: FileHandle;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'roomside-batch-'));
    path = join(folder, 'a.bin');
    handle = await open(path, 'wx');
  });
  afterEach(async () => {
    await handle.close();
    await rm(folder, { recursive: true });
  });

  async function writeAll(chunks: Iterable<Uint8Array>): Promise<number> {
    const writer = new BatchWriter(handle, undefined);
    for (const chunk of chunks) await writer.write(chunk);
    return writer.end();
  }

  it('continues after a partial write', async () => {
    const whole = handle.writev.bind(handle);
    // The first chunk and the start of the second, then only the rest of the second.
    handle.writev = (chunks) => {
      const [first = new Uint8Array(), second] = chunks.map(({ buffer, byteOffset, byteLength }) =>
        Buffer.from(buffer, byteOffset, byteLength),
      );
      return whole(second === undefined ? [first] : [first, second.subarray(0, 1000)]) as never;
    };
    const chunks = Array.from({ length: 7 }, (_, index) => Buffer.alloc(300_000, index + 1));
    const expected = Buffer.concat(chunks);
    assert.equal(await writeAll(chunks), expected.byteLength);
    assert.ok((await readFile(path)).equals(expected));
  });

  it('releases the memory of a chunk, and leaves shared memory alone', async () => {
    const own = new Uint8Array(1000);
    const shared = Buffer.alloc(1000).subarray(500);
    await writeAll([own, shared]);
    assert.deepEqual([own.byteLength, shared.byteLength], [0, 500]);
  });

  it('rejects with the error of a write, in end at the latest', async () => {
    handle.writev = () => Promise.reject(new Error('disk full'));
    await assert.rejects(writeAll([new Uint8Array(10)]), /disk full/);
  });
});
