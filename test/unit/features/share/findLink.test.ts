import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setUserSetting, Uri, workspace } from '../../../support/fakes/fakeWindow.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { useGitExtension } from '../../../support/fakes/useGitExtension.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { gitIn } from '../../../support/harness/gitFolder.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';
import { exceptOnWindows } from '../../../support/needs.ts';

const { findLink } = await withVscode(() => import('../../../../src/features/share/copyLink.ts'));

const commit = '0123456789abcdef0123456789abcdef01234567';
const text = 'one\ntwo\nthree\n';
const origin = { name: 'origin', fetchUrl: 'https://github.com/team/tides.git' };
const ports = { active: { get: async () => undefined }, log: new RecordingLog() };

describe('The link of lines of a file', () => {
  const git = useGitExtension();
  const folder = useTemporaryFolder();
  const file = () => path.join(folder.path, 'a.txt');
  beforeEach(() => {
    gitIn(folder.path, 'init', '-q');
    writeFileSync(file(), text);
    const document = { uri: Uri.file(file()), getText: () => text, lineCount: 4 };
    Object.assign(workspace, { openTextDocument: async () => document });
  });
  afterEach(async () => {
    Reflect.deleteProperty(workspace, 'openTextDocument');
    await setUserSetting('roomside.broker.url', undefined);
  });

  function useRepository(remotes: readonly (typeof origin)[], branches = ['origin/main']): void {
    const sections = remotes.map(({ name, fetchUrl }) => `[remote "${name}"]\nurl = ${fetchUrl}\n`);
    writeFileSync(path.join(folder.path, '.git/config'), `[core]\nrepositoryformatversion = 0\n${sections.join('')}`);
    const repository = {
      rootUri: Uri.file(folder.path),
      state: { HEAD: { commit }, remotes, indexChanges: [], workingTreeChanges: [] },
      show: async () => text,
      getRefs: async () => branches.map((name) => ({ name })),
    };
    git.open({ getRepository: () => repository });
  }
  const link = (startLine?: number, endLine?: number) =>
    findLink(ports, { path: file(), ...(startLine && { startLine }), ...(endLine && { endLine }) });

  it('is that of the broker, else that of the host', async () => {
    useRepository([origin]);
    const page = `https://github.com/team/tides/blob/${commit}/a.txt#`;
    assert.deepEqual(await link(2, 3), { link: `${page}L2-L3` });
    assert.deepEqual(await link(3, 9), { link: `${page}L3-L4` });
    assert.deepEqual(await link(9), { problem: "The file doesn't have these lines." });
    assert.deepEqual(await link(), { link: `${page}L1` });
    await setUserSetting('roomside.broker.url', 'https://broker.example.com');
    const query = `path=a.txt&lines=2-3&remote=github.com/team/tides&commit=${commit}`;
    assert.deepEqual(await link(2, 3), { link: `https://broker.example.com/open#${query}` });
  });

  exceptOnWindows('it has no such devices').it('is none for a device, which is never opened', async () => {
    useRepository([origin]);
    symlinkSync('/dev/zero', path.join(folder.path, 'zeros'));
    for (const device of ['/dev/zero', path.join(folder.path, 'zeros')])
      await assert.rejects(findLink(ports, { path: device }), { name: 'NotRegularFileError' });
  });

  it('is missing, with the reason, in a commit that no remote has, and without a remote', async () => {
    useRepository([origin], []);
    assert.match(JSON.stringify(await link(2)), /^\{"problem":"A link needs the token broker/);
    useRepository([]);
    for (const broker of [undefined, 'https://broker.example.com']) {
      await setUserSetting('roomside.broker.url', broker);
      assert.match(JSON.stringify(await link(2)), /^\{"problem":"Couldn't create a link\./);
    }
  });
});
