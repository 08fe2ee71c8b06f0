import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isInRepository } from '../../../../src/platform/files/isInRepository.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';

describe('isInRepository', () => {
  const temporary = useTemporaryFolder();

  it('finds the folder of a repository and the file of a worktree above a file, and nothing elsewhere', async () => {
    const inRepository = (...names: readonly string[]) => isInRepository(join(temporary.path, ...names));
    await mkdir(join(temporary.path, 'clone', '.git'), { recursive: true });
    await mkdir(join(temporary.path, 'worktree'));
    await writeFile(join(temporary.path, 'worktree', '.git'), 'gitdir: ../clone/.git/worktrees/a');
    assert.equal(await inRepository('clone', 'src', 'new', 'a.ts'), true);
    assert.equal(await inRepository('worktree', 'a.ts'), true);
    assert.equal(await inRepository('other', 'a.ts'), false);
  });
});
