import assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { saveBody } from '../../../../src/platform/files/saveBody.ts';
import { canMountDisks, mountSmallDisk } from '../../../support/harness/smallDisk.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';
import { exceptOnWindows, needs } from '../../../support/needs.ts';

async function* chunks(
  count: number,
  size: number,
  onChunk: (index: number) => void | Promise<void> = () => undefined,
) {
  for (let index = 0; index < count; index += 1) {
    await onChunk(index);
    yield Buffer.alloc(size, index + 1);
  }
}

describe('Saving a body', () => {
  const temporary = useTemporaryFolder();
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = temporary.path;
    path = join(folder, 'a.bin');
  });

  it('writes every byte in order, and reports progress', async () => {
    const seen: number[] = [];
    const size = 300_000;
    const byteLength = await saveBody(chunks(10, size), path, {
      onProgress: (saved) => seen.push(saved),
      expectedByteLength: 10 * size,
    });
    const expected = Buffer.concat(Array.from({ length: 10 }, (_, index) => Buffer.alloc(size, index + 1)));
    assert.ok((await readFile(path)).equals(expected));
    assert.equal(byteLength, 10 * size);
    assert.deepEqual(seen, [4 * size, 8 * size, 10 * size]);
    assert.deepEqual(await readdir(folder), ['a.bin']);
  });

  it('does not create the file under its name before it is complete', async () => {
    const seen: string[][] = [];
    const body = chunks(3, 10, async () => void seen.push(await readdir(folder)));
    await saveBody(body, path);
    assert.ok(
      seen.length === 3 && seen.every((names) => names.length === 1 && /^a\.bin\..+\.part$/.test(names[0] ?? '')),
    );
  });

  it('refuses to replace a file, without reading a byte, and one that was created meanwhile', async () => {
    const mine = () => writeFile(path, 'mine');
    for (const [isFirst, readCount] of [
      [false, 1],
      [true, 0],
    ] as const) {
      if (isFirst) await mine();
      else await rm(path, { force: true });
      const read: number[] = [];
      const body = chunks(1, 1, (index) => {
        read.push(index);
        return mine();
      });
      await assert.rejects(saveBody(body, path), { name: 'FileExistsError' });
      assert.deepEqual([read.length, `${await readFile(path)}`, await readdir(folder)], [readCount, 'mine', ['a.bin']]);
    }
  });

  it('keeps the existing file if the body is interrupted', async () => {
    await writeFile(path, 'old');
    const broken = chunks(3, 2_000_000, (index) => {
      if (index === 2) throw new RangeError('broken');
    });
    await assert.rejects(saveBody(broken, path, { overwrite: true }), RangeError);
    assert.deepEqual([`${await readFile(path)}`, await readdir(folder)], ['old', ['a.bin']]);
  });

  for (const expectedByteLength of [5, 7]) {
    it(`leaves no file if ${expectedByteLength} bytes were announced and 6 received`, async () => {
      const failure = { name: 'IncompleteDownloadError', expectedByteLength, byteLength: 6 };
      await assert.rejects(saveBody(chunks(3, 2), path, { expectedByteLength }), failure);
      assert.deepEqual(await readdir(folder), []);
    });
  }

  it('stops as soon as a body is longer than announced or allowed', async () => {
    for (const limit of [
      { maxByteLength: 5 },
      { expectedByteLength: 5 },
      { expectedByteLength: 9, maxByteLength: 5 },
    ]) {
      const read: number[] = [];
      const endless = chunks(1000, 2, (index) => void read.push(index));
      const name = limit.maxByteLength === undefined ? 'IncompleteDownloadError' : 'DownloadTooLargeError';
      await assert.rejects(saveBody(endless, path, limit), { name });
      assert.equal(read.length, 3);
      assert.deepEqual(await readdir(folder), []);
    }
    assert.equal(await saveBody(chunks(3, 2), path, { maxByteLength: 6 }), 6);
  });

  it('rejects with the error of the system if the folder is missing, without reading a byte', async () => {
    const read: number[] = [];
    const body = chunks(1, 1, () => void read.push(1));
    await assert.rejects(saveBody(body, join(folder, 'no', 'a')), { code: 'ENOENT' });
    assert.equal(read.length, 0);
  });

  it('releases the memory of a chunk, and leaves shared memory alone', async () => {
    const [own, shared] = [new Uint8Array(1000), Buffer.alloc(1000).subarray(500)];
    assert.equal(await saveBody(Readable.from([own, shared]), path), 1500);
    assert.deepEqual([own.byteLength, shared.byteLength], [0, 500]);
  });

  it('writes a body of many tiny chunks', async () => {
    const seen: number[] = [];
    assert.equal(await saveBody(chunks(3000, 1), path, { onProgress: (saved) => seen.push(saved) }), 3000);
    assert.deepEqual(seen, [1024, 2048, 3000]);
    assert.deepEqual([...(await readFile(path))].slice(250, 260), [251, 252, 253, 254, 255, 0, 1, 2, 3, 4]);
    assert.equal(await saveBody(chunks(3000, 0), path, { overwrite: true }), 0);
  });

  for (const size of [10_000, 2_000_000]) {
    const where = process.platform === 'win32' ? exceptOnWindows('no small disks') : needs('root', canMountDisks());
    where.it(`leaves no file on a full disk, with chunks of ${size} bytes`, async () => {
      const disk = mountSmallDisk(folder, 64);
      try {
        await assert.rejects(saveBody(chunks(1000, size), path), { code: 'ENOSPC' });
        assert.deepEqual(await readdir(folder), []);
      } finally {
        disk.close();
      }
    });
  }
});
