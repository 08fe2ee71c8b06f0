import assert from 'node:assert/strict';
import { type FileHandle, open, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile, retryWhileBusy } from '../../../../src/platform/files/replaceFile.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';
import { exceptOnWindows } from '../../../support/needs.ts';

describe('Replacing a file', () => {
  const temporary = useTemporaryFolder();
  const file = () => path.join(temporary.path, 'made when needed', 'some.json');
  const write = (text: string): Promise<void> => replaceFile(file(), text);

  it('creates the folder and the file for its owner only, and nothing else', async () => {
    await write('one');
    await write('two');
    assert.equal(await readFile(file(), 'utf8'), 'two');
    assert.deepEqual(await readdir(path.dirname(file())), ['some.json']);
    if (process.platform !== 'win32') assert.equal((await stat(file())).mode & 0o777, 0o600);
  });

  it('shows readers one complete text during simultaneous writes', async () => {
    const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(100_000));
    await write('begin');
    const reads = async (): Promise<readonly string[]> => {
      const found: string[] = [];
      for (let count = 0; count < 10; count++) found.push(await readFile(file(), 'utf8'));
      return found;
    };
    const [found] = await Promise.all([reads(), ...texts.map(write)]);
    for (const text of found) assert.ok(text === 'begin' || texts.includes(text), text.slice(0, 20));
    assert.ok(texts.includes(await readFile(file(), 'utf8')));
    assert.deepEqual(await readdir(path.dirname(file())), ['some.json']);
  });

  exceptOnWindows('folders cannot be opened').it(
    'has written a file whatever the sync of its folder says',
    async () => {
      const folder = await open(temporary.path, 'r');
      const handles = Object.getPrototypeOf(folder) as FileHandle;
      const { sync } = handles;
      handles.sync = async function (): Promise<void> {
        if ((await this.stat()).isDirectory()) throw errorOf('EIO');
        await sync.call(this);
      };
      try {
        await write('one');
      } finally {
        handles.sync = sync;
        await folder.close();
      }
      assert.equal(await readFile(file(), 'utf8'), 'one');
    },
  );

  it('keeps the old content when the new one is incomplete', async () => {
    await write('old');
    const broken = async function* () {
      yield Buffer.from('half');
      throw new RangeError('a fault');
    };
    await assert.rejects(replaceFile(file(), broken() as never), RangeError);
    assert.equal(await readFile(file(), 'utf8'), 'old');
    assert.deepEqual(await readdir(path.dirname(file())), ['some.json']);
  });
});

const errorOf = (code: string): Error => Object.assign(new Error(code), { code });

/** Work that fails with these codes, one per call, and then succeeds; and the delays in between. */
function failing(platform: NodeJS.Platform, codes: readonly string[]) {
  const left = [...codes];
  const waitsMs: number[] = [];
  const work = async (): Promise<string> => {
    const code = left.shift();
    if (code !== undefined) throw errorOf(code);
    return 'done';
  };
  return { waitsMs, result: retryWhileBusy(work, platform, async (delayMs) => waitsMs.push(delayMs)) };
}

describe('A file that is busy', () => {
  const lasting = [...Array(7).fill('EPERM'), 'EBUSY', 'EACCES'];
  for (const [what, platform, codes, waits, error] of [
    ['is retried on Windows until it is free', 'win32', ['EPERM', 'EACCES', 'EBUSY'], [5, 10, 25], undefined],
    ['fails on Windows after 1.3 s', 'win32', lasting, [5, 10, 25, 60, 150, 350, 700], 'EBUSY'],
    ['fails immediately for any other reason', 'win32', ['ENOSPC', 'EPERM'], [], 'ENOSPC'],
    ['fails immediately on another platform', 'linux', ['EPERM'], [], 'EPERM'],
  ] as const) {
    it(what, async () => {
      const { result, waitsMs } = failing(platform, codes);
      if (error === undefined) assert.equal(await result, 'done');
      else await assert.rejects(result, { code: error });
      assert.deepEqual(waitsMs, waits);
    });
  }
});
