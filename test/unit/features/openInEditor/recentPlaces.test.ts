import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '../../../../src/core/base/clock.ts';
import { Uri } from '../../../support/fakes/fakeWindow.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';

const { recentPlaces } = await withVscode(() => import('../../../../src/features/openInEditor/recentPlaces.ts'));

describe('The recently opened places', () => {
  const temporary = useTemporaryFolder();
  const places = (workspaces: unknown) => recentPlaces(systemClock, async () => ({ workspaces }));

  it('are the folders, and the folders that workspace files name, of this computer only', async () => {
    const folder = Uri.file('/home/ada/tides');
    const file = Uri.file(path.join(temporary.path, 'all.code-workspace'));
    const remote = Uri.from({ scheme: 'vscode-remote', path: '/home/ada/tides' });
    const text =
      '{ // mine\n"folders": [{ "path": "tides/packages" }, { "path": "/srv/b, ] c" }, { "name": "x" }, 7,],\n}';
    await writeFile(file.fsPath, text);
    const workspace = { id: 'a', configPath: file };
    const gone = { id: 'b', configPath: Uri.file(path.join(temporary.path, 'gone.code-workspace')) };
    assert.deepEqual(await places([{ folderUri: folder }, { workspace }, { workspace: gone }, { folderUri: remote }]), [
      { uri: folder, folders: ['/home/ada/tides'] },
      { uri: file, folders: [path.join(temporary.path, 'tides/packages'), '/srv/b, ] c'] },
      { uri: gone.configPath, folders: [] },
    ]);
  });

  it('are none where VS Code has no such command, or answers in another form', async () => {
    assert.deepEqual(await places([{ workspace: {} }, null, { folderUri: 'file:///a' }]), []);
    assert.deepEqual(await recentPlaces(systemClock, () => Promise.reject(new Error('not found'))), []);
    for (const answer of [undefined, null, 7, {}, { workspaces: {} }]) {
      assert.deepEqual(await recentPlaces(systemClock, async () => answer), []);
    }
  });
});
