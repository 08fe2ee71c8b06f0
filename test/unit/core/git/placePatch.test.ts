import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { patchedLines, placePatch } from '../../../../src/core/git/placePatch.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';

const text = Array.from({ length: 30 }, (_, at) => `line ${at}\n`).join('');

describe('placePatch', () => {
  const temporary = useTemporaryFolder();

  /** What git makes of a text with a patch. */
  async function applied(before: string, patch: string): Promise<string> {
    const file = join(temporary.path, 'a b.ts');
    await writeFile(file, before);
    execFileSync('git', ['apply', '-'], {
      cwd: temporary.path,
      input: patch,
      env: { ...process.env, GIT_DIR: '/none' },
    });
    return readFile(file, 'utf8');
  }

  for (const [what, before, after] of [
    ['changes lines', text, text.replace('line 9\n', 'one\ntwo\n')],
    ['adds lines', text, text.replace('line 9\n', 'line 9\nmore\n')],
    ['removes lines', text, text.replace('line 9\nline 10\n', '')],
    ['changes the first line', text, text.replace('line 0', 'first')],
    ['changes the last line', text, text.replace('line 29', 'last')],
    ['changes a last line without a line break', 'one\ntwo', 'one\nthree'],
    ['adds the last line break', 'one', 'one\n'],
    ['repeats a line', 'a\na\na\n', 'a\na\na\na\n'],
    ['keeps CRLF', 'one\r\ntwo\r\n', 'one\r\nthree\r\n'],
  ] as const)
    it(`${what} as git applies it`, async () => {
      assert.equal(await applied(before, placePatch('a b.ts', before, after)), after);
    });

  it('applies where lines above have moved, and not where its own have changed', async () => {
    const [patch, more] = [placePatch('a b.ts', text, text.replace('line 20', 'new')), 'above\n'.repeat(40)];
    assert.equal(await applied(more + text, patch), more + text.replace('line 20', 'new'));
    await assert.rejects(applied(text.replace('line 20', 'other'), patch), /patch does not apply/);
  });

  it('says which lines it makes, and of no other patch', () => {
    const patch = placePatch('src/a.ts', text, text.replace('line 20', 'new'));
    const code = ['line 17', 'line 18', 'line 19', 'new', 'line 21', 'line 22', 'line 23'].join('\n');
    const origin = { path: 'src/a.ts', isUntitled: false, startLine: 18, endLine: 24 };
    assert.deepEqual(patchedLines(patch), { code, origin });
    assert.equal(patchedLines(`${patch}@@ -1,1 +1,1 @@\n-a\n+b\n`), undefined);
    assert.equal(patchedLines('no patch'), undefined);
  });

  it('is empty without a difference', () => assert.equal(placePatch('a.ts', text, text), ''));
});
