import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PatchRefusedError } from '../../../../src/core/git/patchRefused.ts';
import { applyPatch, checkPatch, type PatchPlace } from '../../../../src/host/git/patch.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../support/harness/temporaryFolder.ts';

const change = (file: string, from = 'one', to = 'two'): string =>
  `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n@@ -1 +1 @@\n-${from}\n+${to}\n`;

describe('A patch out of a message', function () {
  this.timeout(20_000);
  let temporary: TemporaryFolder;
  let place: PatchPlace;
  const file = (name: string): string => path.join(place.rootFolder, name);
  const refused = (problem: PatchRefusedError['problem']) => (error: unknown) =>
    (error as PatchRefusedError).problem === problem;

  beforeEach(() => {
    temporary = createTemporaryFolder();
    const rootFolder = path.join(temporary.path, 'repository');
    place = { gitPath: 'git', rootFolder, folder: rootFolder };
    mkdirSync(file('inner'), { recursive: true });
    execFileSync('git', ['init', '-q'], { cwd: rootFolder });
    writeFileSync(file('a.txt'), 'one\n');
    writeFileSync(file('inner/b.txt'), 'one\n');
    writeFileSync(path.join(temporary.path, 'outside.txt'), 'one\n');
  });
  afterEach(() => temporary.remove());

  it('is checked without a change, and then applied whole', async () => {
    const patch = change('a.txt') + change('inner/b.txt');
    assert.deepEqual(await checkPatch(patch, place), [
      { path: 'a.txt', added: 1, removed: 1 },
      { path: 'inner/b.txt', added: 1, removed: 1 },
    ]);
    assert.equal(readFileSync(file('a.txt'), 'utf8'), 'one\n');
    // As a fenced block holds it: without its last line end.
    await applyPatch(patch.slice(0, -1), place);
    assert.equal(readFileSync(file('a.txt'), 'utf8') + readFileSync(file('inner/b.txt'), 'utf8'), 'two\ntwo\n');
  });

  it('that does not fit is refused whole, with what git says', async () => {
    const patch = change('a.txt') + change('inner/b.txt', 'three');
    await assert.rejects(checkPatch(patch, place), (error: PatchRefusedError) => /inner\/b\.txt/.test(error.output));
    await assert.rejects(applyPatch(patch, place), refused('does-not-apply'));
    assert.equal(readFileSync(file('a.txt'), 'utf8'), 'one\n');
  });

  it('that is none is refused', async () => {
    await assert.rejects(checkPatch('no patch at all', place), refused('does-not-apply'));
  });

  for (const name of ['../outside.txt', '.git/config', '../../outside.txt']) {
    it(`never leaves the repository by ${name}`, async () => {
      await assert.rejects(checkPatch(change(name), place), refused('does-not-apply'));
    });
  }

  it('never leaves the folder that is open, where the repository is larger', async () => {
    const inner = { ...place, folder: file('inner') };
    await assert.rejects(checkPatch(change('a.txt') + change('inner/b.txt'), inner), refused('outside'));
    assert.equal((await checkPatch(change('inner/b.txt'), inner)).length, 1);
  });

  it('never goes through a link, nor makes one', async () => {
    symlinkSync(temporary.path, file('out'));
    await assert.rejects(checkPatch(change('out/outside.txt'), place), refused('does-not-apply'));
    const link = 'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc/passwd\n';
    await assert.rejects(checkPatch(link, place), refused('link'));
  });
});
