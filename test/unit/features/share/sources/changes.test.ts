import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Uri as VscodeUri } from 'vscode';
import { markdownOf } from '../../../../../src/features/share/shareable.ts';
import type { SourcePorts } from '../../../../../src/features/share/sources/shareSource.ts';
import { Uri, workspace } from '../../../../support/fakes/fakeWindow.ts';
import { useGitExtension } from '../../../../support/fakes/useGitExtension.ts';
import { withVscode } from '../../../../support/fakes/withVscode.ts';
import { commitFiles, gitIn } from '../../../../support/harness/gitFolder.ts';
import { useTemporaryFolder } from '../../../../support/harness/useTemporaryFolder.ts';

const { changesSource } = await withVscode(() => import('../../../../../src/features/share/sources/git/changes.ts'));

describe('Shared changes', () => {
  const temporary = useTemporaryFolder();
  const gitExtension = useGitExtension();

  /** The open repositories, the innermost first. As VS Code's Git, it takes the folder of a submodule for a part of it. */
  function openRepositories(...roots: readonly string[]): void {
    const repositories = roots.map((root) => ({
      rootUri: Uri.file(root),
      state: { HEAD: { name: 'main' }, remotes: [], indexChanges: [], workingTreeChanges: [] },
    }));
    const getRepository = ({ fsPath }: VscodeUri) =>
      repositories.find(({ rootUri }) => `${fsPath}/`.startsWith(`${rootUri.fsPath}/`)) ?? null;
    gitExtension.open({ repositories, getRepository });
  }

  it('are, of a submodule, those of the repository around it for its row there, and its own for the files in it', async () => {
    const [root, source] = [path.join(temporary.path, 'root'), path.join(temporary.path, 'source')];
    const inner = path.join(root, 'inner');
    commitFiles(root, { 'a.txt': 'a\n' });
    commitFiles(source, { 'b.txt': 'b\n' });
    gitIn(root, 'submodule', 'add', source, 'inner');
    gitIn(root, 'commit', '-m', 'with a submodule');
    commitFiles(inner, { 'b.txt': 'changed\n' });
    writeFileSync(path.join(inner, 'b.txt'), 'changed again\n');
    openRepositories(inner, root);
    const patch = async (argument: object) => {
      const shareable = (await changesSource([argument], {} as SourcePorts)) ?? assert.fail();
      return markdownOf(await shareable.propose('send', undefined)) ?? '';
    };
    const moved = /^\*\*inner\*\* · changes · main\n.*-Subproject commit [0-9a-f]{40}\n\+Subproject commit /s;
    const folder = Uri.file(inner);
    assert.match(await patch({ resourceUri: folder }), moved);
    assert.match(await patch({ resourceStates: [{ resourceUri: folder }] }), /\+Subproject commit /);
    assert.match(await patch({ resourceUri: Uri.joinPath(folder, 'b.txt') }), /^\*\*b\.txt\*\* .*\n\+changed again\n/s);
    assert.match(await patch({ rootUri: folder }), /^\*\*inner\*\* .*\n\+changed again\n/s);
  });

  it('name the files with unsaved changes, which Git does not read', async () => {
    const root = path.join(temporary.path, 'unsaved');
    commitFiles(root, { 'a.txt': 'a\n', 'b.txt': 'b\n', '.gitignore': 'c.txt\n' });
    writeFileSync(path.join(root, 'a.txt'), 'changed\n');
    openRepositories(root);
    const [a, b, c] = ['a.txt', 'b.txt', 'c.txt'].map((name) => Uri.file(path.join(root, name)));
    const dirty = [a, b, c, Uri.file('/elsewhere/d.txt')].map((uri) => ({ uri, isDirty: true }));
    Object.assign(workspace, { textDocuments: dirty });
    try {
      const warnings = async (argument: object) =>
        (await (await changesSource([argument], {} as SourcePorts))?.propose('asFile', undefined))?.warnings;
      const without = 'Without the unsaved changes in';
      assert.deepEqual(await warnings({ rootUri: Uri.file(root) }), [`${without} a.txt, b.txt`]);
      assert.deepEqual(await warnings({ resourceUri: a }), [`${without} a.txt`]);
    } finally {
      Object.assign(workspace, { textDocuments: [] });
    }
  });

  it('have no new files while VS Code hides these', async () => {
    const root = path.join(temporary.path, 'hiding');
    commitFiles(root, { 'a.txt': 'a\n' });
    writeFileSync(path.join(root, 'a.txt'), 'changed\n');
    writeFileSync(path.join(root, 'customers.csv'), 'new\n');
    openRepositories(root);
    const git = workspace.getConfiguration('git');
    await git.update('untrackedChanges', 'hidden');
    const shareable = (await changesSource([{ rootUri: Uri.file(root) }], {} as SourcePorts)) ?? assert.fail();
    await git.update('untrackedChanges', undefined);
    assert.doesNotMatch(markdownOf(await shareable.propose('send', undefined)) ?? '', /customers/);
  });
});
