import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContentCache, type FetchContent } from '../../../../src/platform/storage/contentCache.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { holdFile } from '../../../support/harness/holdFile.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';

const minuteMs = 60_000;

describe('ContentCache', () => {
  const temporary = useTemporaryFolder();
  let folder: string;
  let clock: ManualClock;
  let cache: ContentCache;
  let brought: number;
  beforeEach(() => {
    folder = temporary.path;
    clock = new ManualClock();
    cache = new ContentCache({ folder, maxBytes: 100, clock });
    brought = 0;
  });

  const content = (url: string, info = {}, accountId = 'me') => ({ url, info, accountId });
  const bytes =
    (text: string): FetchContent =>
    async (path) => {
      brought++;
      await writeFile(path, text);
      const now = new Date(clock.now());
      await utimes(path, now, now);
    };

  it('downloads a file once, and then returns the cached one', async () => {
    const paths = [await cache.get(content('u'), bytes('abc')), await cache.get(content('u'), bytes('other'))];
    assert.deepEqual([new Set(paths).size, await readFile(paths[0] ?? '', 'utf8'), brought], [1, 'abc', 1]);
  });

  it('downloads again after a failure', async () => {
    const failing: FetchContent = async () => {
      throw new RangeError('broken');
    };
    await assert.rejects(cache.get(content('u'), failing), RangeError);
    assert.equal(await readFile(await cache.get(content('u'), bytes('abc')), 'utf8'), 'abc');
  });

  it('evicts the least recently used files, but none in recent use', async () => {
    const names = ['a', 'b', 'c'];
    for (const name of names) {
      await cache.get(content(name), bytes(name.repeat(40)));
      clock.advance(10 * minuteMs);
    }
    await cache.get(content('b'), bytes(''));
    await cache.get(content('d'), bytes('d'.repeat(60)));
    const texts = await Promise.all(
      (await readdir(join(folder, 'me'))).map((name) => readFile(join(folder, 'me', name), 'utf8')),
    );
    assert.deepEqual(texts.map((text) => text[0]).sort(), ['b', 'd']);
    await cache.get(content('e'), bytes('e'.repeat(90)));
    assert.equal((await readdir(join(folder, 'me'))).length, 3);
  });

  it('downloads a file also while an old one is open in another program', async () => {
    const release = holdFile(await cache.get(content('a'), bytes('a'.repeat(90))));
    clock.advance(10 * minuteMs);
    assert.equal(await readFile(await cache.get(content('b'), bytes('b'.repeat(90))), 'utf8'), 'b'.repeat(90));
    release();
    clock.advance(10 * minuteMs);
    await cache.get(content('c'), bytes('c'));
    assert.equal((await readdir(join(folder, 'me'))).length, 2);
  });

  it('deletes the next file for one that is open in another program', async () => {
    const release = holdFile(await cache.get(content('a'), bytes('a'.repeat(40))));
    for (const name of ['b', 'c']) {
      clock.advance(10 * minuteMs);
      await cache.get(content(name), bytes(name.repeat(40)));
    }
    assert.equal((await readdir(join(folder, 'me'))).length, 2);
    release();
  });

  it('deletes partial files of a crashed window after a day', async () => {
    await mkdir(join(folder, 'me'));
    const part = join(folder, 'me', 'x.bin.1234.part');
    await writeFile(part, 'x');
    await utimes(part, new Date(clock.now()), new Date(clock.now()));
    await cache.get(content('a'), bytes('a'));
    assert.equal((await readdir(join(folder, 'me'))).length, 2);
    clock.advance(25 * 60 * minuteMs);
    await cache.get(content('b'), bytes('b'));
    assert.ok(!(await readdir(join(folder, 'me'))).includes('x.bin.1234.part'));
  });

  it('deletes the files of signed-out accounts', async () => {
    await cache.get(content('u', {}, 'me'), bytes('a'));
    await cache.get(content('u', {}, 'you'), bytes('b'));
    await cache.keepOnly(new Set(['you']));
    assert.deepEqual(await readdir(folder), ['you']);
    await cache.keepOnly(new Set());
    await rm(folder, { recursive: true });
    await cache.keepOnly(new Set());
  });
});
