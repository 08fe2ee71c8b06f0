import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Uri, useQuickInputs, useWorkspaceFolders, workspace } from '../../../support/fakes/fakeWindow.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';
import { exceptOnWindows } from '../../../support/needs.ts';

const { chooseFile, findFiles } = await withVscode(
  () => import('../../../../src/features/reader/blocks/sharedFiles.ts'),
);

exceptOnWindows('symbolic links').describe('The files that the header of a message can mean', () => {
  const temporary = useTemporaryFolder();
  const withFolders = useWorkspaceFolders();
  const inputs = useQuickInputs();
  afterEach(() => void Reflect.deleteProperty(workspace, 'findFiles'));

  for (const [name, shared, found] of [
    ['a file', 'src/a.ts', ['src/a.ts']],
    ['a file behind a link that stays inside', 'same/a.ts', ['same/a.ts']],
    ['a file behind a folder that was replaced by a link out of the workspace', 'docs/key.ts', []],
    ['a file of git', '.git/config', []],
  ] as const)
    it(`have ${found.length === 0 ? 'not ' : ''}${name}`, async () => {
      const root = path.join(temporary.path, 'tides');
      for (const each of ['tides/src', 'tides/.git', 'private'])
        mkdirSync(path.join(temporary.path, each), { recursive: true });
      for (const each of ['tides/src/a.ts', 'tides/.git/config', 'private/key.ts'])
        writeFileSync(path.join(temporary.path, each), '');
      symlinkSync('src', path.join(root, 'same'));
      symlinkSync('../private', path.join(root, 'docs'));
      // As VS Code's search does, which follows links.
      Object.assign(workspace, { findFiles: async () => [Uri.file(path.join(root, shared))] });
      await withFolders([root], async () => {
        const files = await findFiles(shared);
        assert.deepEqual(
          files.map(({ fsPath }) => path.relative(root, fsPath)),
          found,
        );
      });
    });

  it('are told apart where two folders of the workspace have the same name', async () => {
    Object.assign(workspace, { asRelativePath: () => 'app/main.ts' });
    const paths = ['/one/app/main.ts', '/two/app/main.ts'];
    const chosen = chooseFile(paths.map((each) => Uri.file(each)));
    const list = await inputs().next();
    assert.deepEqual(
      list.rows,
      paths.map((each) => `app/main.ts | ${each}`),
    );
    await list.accept();
    assert.equal((await chosen)?.fsPath, paths[0]);
    Reflect.deleteProperty(workspace, 'asRelativePath');
  });
});
