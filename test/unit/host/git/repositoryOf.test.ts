import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { GitApi } from '../../../../src/host/git/gitApi.ts';
import { Uri } from '../../../support/fakes/fakeWindow.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { commitFiles, gitIn } from '../../../support/harness/gitFolder.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';

const { hasCommit, repositoryOf } = await withVscode(() => import('../../../../src/host/git/repositoryOf.ts'));

const api = { git: { path: 'git' }, getRepository: () => null } as unknown as GitApi;
const file = 'part/src/a b.ts';

describe('A repository that VS Code has not opened', () => {
  const temporary = useTemporaryFolder();
  const at = (...names: readonly string[]): string => path.join(temporary.path, ...names);

  it('is the one above a file, with its commit, its texts and the branches of its remotes', async () => {
    const commit = commitFiles(at('clone'), { [file]: 'one\n' });
    gitIn(at('clone'), 'update-ref', 'refs/remotes/origin/main', commit);
    const uri = Uri.file(at('clone', file));
    const repository = (await repositoryOf(api, uri)) ?? assert.fail('no repository');
    assert.deepEqual([repository.rootUri.fsPath, repository.state.HEAD?.commit], [at('clone'), commit]);
    writeFileSync(uri.fsPath, 'changed\n');
    assert.equal(await repository.show(commit, uri.fsPath), 'one\n');
    for (const ref of ['--output=x', 'HEAD', `${commit}:`]) await assert.rejects(repository.show(ref, uri.fsPath), ref);
    const refs = await repository.getRefs({ contains: commit, pattern: 'refs/remotes' });
    assert.deepEqual(refs, [{ name: 'origin/main' }]);
    assert.equal(await repositoryOf(api, Uri.file(at('elsewhere', 'a.ts'))), undefined);
  });

  it('runs no program of its configuration, and fetches nothing', async () => {
    const commit = commitFiles(at('evil'), { [file]: 'one\n', 'lost.ts': 'lost\n' });
    const lost = gitIn(at('evil'), 'rev-parse', `${commit}:lost.ts`);
    rmSync(at('evil', '.git', 'objects', lost.slice(0, 2), lost.slice(2)));
    mkdirSync(at('bin'));
    const program = at('bin', 'program');
    writeFileSync(program, `#!/bin/sh\ntouch ${at('ran')}\n`);
    chmodSync(program, 0o755);
    const settings = {
      'core.repositoryformatversion': '1',
      'extensions.partialClone': 'evil',
      'remote.evil.url': `ext::${program}`,
      'remote.evil.promisor': 'true',
      'protocol.ext.allow': 'always',
      'core.fsmonitor': program,
      'core.sshCommand': program,
      'core.pager': program,
      'filter.x.smudge': program,
      'diff.external': program,
    };
    for (const [name, value] of Object.entries(settings)) gitIn(at('evil'), 'config', name, value);
    mkdirSync(at('evil', '.git', 'info'), { recursive: true });
    writeFileSync(at('evil', '.git', 'info', 'attributes'), '* filter=x\n');
    const repository = (await repositoryOf(api, Uri.file(at('evil', file)))) ?? assert.fail('no repository');
    assert.equal(await repository.show(commit, at('evil', file)), 'one\n');
    await assert.rejects(repository.show(commit, at('evil', 'lost.ts')));
    assert.equal(await hasCommit(api, repository, 'f'.repeat(40)), false);
    assert.equal(await hasCommit(api, repository, commit.slice(0, 10)), true);
    await repository.getRefs({ contains: commit, pattern: 'refs/remotes' });
    assert.equal(existsSync(at('ran')), false);
  });
});
