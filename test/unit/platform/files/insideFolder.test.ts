import assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { assertInsideFolder } from '../../../../src/platform/files/insideFolder.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';
import { exceptOnWine } from '../../../support/needs.ts';

describe('assertInsideFolder', () => {
  const temporary = useTemporaryFolder();
  let root: string;
  let inner: string;
  beforeEach(async () => {
    root = temporary.path;
    inner = join(root, 'work');
    for (const name of ['work', 'work/src', 'work/..odd', 'worker']) await mkdir(join(root, name));
  });

  it('accepts the workspace and folders inside it, with any name', async () => {
    for (const folder of [inner, join(inner, 'src'), join(inner, '..odd')]) await assertInsideFolder(folder, [inner]);
    await assertInsideFolder(join(root, 'worker'), [inner, join(root, 'worker')]);
  });

  it('accepts a folder of the workspace while another one is gone', () =>
    assertInsideFolder(inner, [join(root, 'gone'), inner]));

  const onSystemsWithLinks = exceptOnWine('it does not follow the links it makes');

  onSystemsWithLinks.it('may be inside a workspace that is itself opened through a link', async () => {
    await symlink(inner, join(root, 'link'));
    await assertInsideFolder(join(root, 'link', 'src'), [join(root, 'link')]);
  });

  onSystemsWithLinks.it('is refused outside, also where a link in the workspace leads there', async () => {
    await symlink(join(root, 'worker'), join(inner, 'out'));
    for (const folder of [root, join(root, 'worker'), join(inner, 'out'), join(inner, '..')]) {
      await assert.rejects(assertInsideFolder(folder, [inner]), { name: 'OutsideFolderError', path: folder });
    }
    await assert.rejects(assertInsideFolder(inner, []), { name: 'OutsideFolderError' });
  });

  it('rejects a folder that does not exist', () =>
    assert.rejects(assertInsideFolder(join(inner, 'no'), [inner]), { code: 'ENOENT' }));
});
