import assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { realPath } from '../../../../src/platform/files/realPath.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';
import { exceptOnWine } from '../../../support/needs.ts';

describe('realPath on a drive that Windows knows no path of, such as a RAM disk', () => {
  const temporary = useTemporaryFolder();
  // As Node reports it (nodejs/node#6861).
  const refuse = () => Promise.reject(Object.assign(new Error('realpath'), { code: 'EISDIR' }));

  it('is the path itself', async () => assert.equal(await realPath(temporary.path, refuse), temporary.path));

  exceptOnWine('it does not follow the links it makes').it('follows links', async () => {
    await mkdir(join(temporary.path, 'real'));
    await symlink(join(temporary.path, 'real'), join(temporary.path, 'link'));
    assert.equal(await realPath(join(temporary.path, 'link'), refuse), join(temporary.path, 'real'));
  });

  it('says that a file is missing', async () => {
    await assert.rejects(realPath(join(temporary.path, 'gone'), refuse), { code: 'ENOENT' });
  });
});
