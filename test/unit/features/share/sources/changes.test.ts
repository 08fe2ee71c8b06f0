import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Uri as VscodeUri } from 'vscode';
import { markdownOf } from '../../../../../src/features/share/shareable.ts';
import type { SourcePorts } from '../../../../../src/features/share/sources/shareSource.ts';
import { Uri } from '../../../../support/fakes/fakeWindow.ts';
import { useGitExtension } from '../../../../support/fakes/useGitExtension.ts';
import { withVscode } from '../../../../support/fakes/withVscode.ts';
import { commitFiles, gitIn } from '../../../../support/harness/gitFolder.ts';
import { useTemporaryFolder } from '../../../../support/harness/useTemporaryFolder.ts';

const { changesSource } = await withVscode(() => import('../../../../../src/features/share/sources/git/changes.ts'));

describe('Shared changes of a submodule', () => {
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

  it('are those of the repository around it for its row there, and its own for the files in it', async () => {
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
});
