import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFile, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FileChangedError } from '../../../../src/core/api/errors.ts';
import type { FilePart } from '../../../../src/core/api/requestBody.ts';
import { openFilePart } from '../../../../src/platform/files/openFilePart.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';
import { exceptOnWindows } from '../../../support/needs.ts';

async function read(part: FilePart): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of part.open()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

describe('A file part', () => {
  const temporary = useTemporaryFolder();
  const path = () => join(temporary.path, 'notes ü.bin');

  for (const byteLength of [0, 1, 1024 * 1024, 1024 * 1024 + 1, 2.5 * 1024 * 1024]) {
    it(`returns all ${byteLength} bytes each time it is opened`, async () => {
      const bytes = Buffer.alloc(byteLength, 'a nice pattern');
      await writeFile(path(), bytes);
      const part = await openFilePart(path());
      const facts = [part.name, part.mediaType, part.byteLength];
      assert.deepEqual(facts, ['notes ü.bin', 'application/octet-stream', byteLength]);
      for (let time = 0; time < 2; time += 1) assert.ok((await read(part)).equals(bytes));
      const buffers = new Set<ArrayBufferLike>();
      for await (const { buffer } of part.open()) buffers.add(buffer);
      assert.ok(buffers.size <= 1, 'one buffer for all reads');
    });
  }

  for (const [name, change] of [
    ['grew', () => appendFile(path(), 'more')],
    ['shrank', () => truncate(path(), 5)],
    ['was written to, and its time set back', () => writeAgain(path())],
    ['was replaced by a file with its size and time', replaceByAnother],
    ['became a pipe', replaceByPipe],
  ] as [string, () => Promise<void>][]) {
    exceptOnWindows('links need a right, and pipes have no path there').it(
      `rejects with the name of the file, before any byte, if it ${name} since`,
      async () => {
        await writeFile(path(), 'some bytes');
        await utimes(path(), 1, 1);
        const part = await openFilePart(path());
        await change();
        const failure = { name: 'FileChangedError', fileName: 'notes ü.bin' };
        await assert.rejects(part.open()[Symbol.asyncIterator]().next(), failure);
      },
    );
  }

  async function writeAgain(place: string): Promise<void> {
    await writeFile(place, 'other ones');
    await utimes(place, 1, 1);
  }

  async function replaceByAnother(): Promise<void> {
    await writeAgain(`${path()}.other`);
    await rm(path());
    await symlink(`${path()}.other`, path());
  }

  async function replaceByPipe(): Promise<void> {
    await rm(path());
    execFileSync('mkfifo', [path()]);
  }

  exceptOnWindows('pipes have no path there').it('refuses a pipe and a folder without waiting', async () => {
    execFileSync('mkfifo', [path()]);
    const failure = { name: 'NotRegularFileError', fileName: 'notes ü.bin' };
    await assert.rejects(openFilePart(path()), failure);
    await assert.rejects(openFilePart(temporary.path), { name: 'NotRegularFileError' });
  });

  for (const [name, change] of [
    ['grows', () => appendFile(path(), 'more')],
    ['shrinks', () => truncate(path(), 1024 * 1024 + 5)],
    ['is written to', () => utimes(path(), 1, 1)],
  ] as [string, () => Promise<void>][]) {
    it(`never returns its last bytes if it ${name} while it is read`, async () => {
      const byteLength = 2 * 1024 * 1024 + 10;
      await writeFile(path(), Buffer.alloc(byteLength));
      const part = await openFilePart(path());
      let given = 0;
      const reading = (async () => {
        for await (const chunk of part.open()) {
          given += chunk.byteLength;
          if (given === 1024 * 1024) await change();
        }
      })();
      await assert.rejects(reading, FileChangedError);
      assert.ok(given < byteLength);
    });
  }
});
