import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isImageName, NoFreeNameError, uniqueName } from '../../../../src/core/attachments/fileNames.ts';
import { manyCases } from '../markdown/hostileText.ts';

const among = (names: readonly string[]) => async (name: string) => names.includes(name);

describe('uniqueName', () => {
  for (const [name, taken, expected] of [
    ['a.txt', [], 'a.txt'],
    ['a.txt', ['a.txt'], 'a (2).txt'],
    ['a.txt', ['a.txt', 'a (2).txt', 'a (3).txt'], 'a (4).txt'],
    ['a', ['a'], 'a (2)'],
    ['.env', ['.env'], '.env (2)'],
    ['a.tar.gz', ['a.tar.gz'], 'a (2).tar.gz'],
    ['.tar.gz', ['.tar.gz'], '.tar (2).gz'],
  ] as const) {
    it(`returns "${expected}" for "${name}" if ${taken.length} names are taken`, async () => {
      assert.equal(await uniqueName(name, among(taken)), expected);
    });
  }

  it('throws NoFreeNameError when every name is taken', async () => {
    await assert.rejects(
      uniqueName('a.txt', async () => true),
      (error: unknown) => error instanceof NoFreeNameError && error.fileName === 'a.txt',
    );
  });

  it('always returns a free name that keeps start and extension', async () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '(2)', 'é'), minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        part,
        fc.constantFrom('', '.txt', '.tar.gz'),
        fc.nat({ max: 12 }),
        async (stem, extension, count) => {
          const taken: string[] = [];
          for (let index = 0; index < count; index++) taken.push(await uniqueName(stem + extension, among(taken)));
          const name = await uniqueName(stem + extension, among(taken));
          assert.equal(new Set([...taken, name]).size, count + 1);
          assert.ok(name.startsWith(stem) && name.endsWith(extension));
        },
      ),
      manyCases,
    );
  });
});

describe('isImageName', () => {
  it('accepts image extensions in any case, and neither executable formats nor names that contain one', () => {
    for (const name of ['a.png', 'a.JPG', 'b.c.jpeg', 'a.gif', 'a.webp']) assert.equal(isImageName(name), true, name);
    for (const name of ['a.ipynb', 'a.svg', 'a.html', 'a.png.ipynb', 'png', 'a.png ', 'a.pdf', 'a.md', 'a.mp4', ''])
      assert.equal(isImageName(name), false, name);
  });
});
