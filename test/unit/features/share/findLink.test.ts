import assert from 'node:assert/strict';
import { setUserSetting, Uri, workspace } from '../../../support/fakes/fakeWindow.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { useGitExtension } from '../../../support/fakes/useGitExtension.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { findLink } = await withVscode(() => import('../../../../src/features/share/copyLink.ts'));

const commit = '0123456789abcdef0123456789abcdef01234567';
const text = 'one\ntwo\nthree\n';
const origin = { name: 'origin', fetchUrl: 'https://github.com/team/tides.git' };
const ports = { active: { get: async () => undefined }, log: new RecordingLog() };

describe('The link of lines of a file', () => {
  const git = useGitExtension();
  beforeEach(() => {
    const document = { uri: Uri.file('/repo/a.txt'), getText: () => text, lineCount: 4 };
    Object.assign(workspace, { openTextDocument: async () => document });
  });
  afterEach(async () => {
    Reflect.deleteProperty(workspace, 'openTextDocument');
    await setUserSetting('roomside.broker.url', undefined);
  });

  function useRepository(remotes: readonly (typeof origin)[], branches = ['origin/main']): void {
    const repository = {
      rootUri: Uri.file('/repo'),
      state: { HEAD: { commit }, remotes, indexChanges: [], workingTreeChanges: [] },
      show: async () => text,
      getRefs: async () => branches.map((name) => ({ name })),
    };
    git.open({ getRepository: () => repository });
  }
  const link = (startLine?: number, endLine?: number) =>
    findLink(ports, { path: '/repo/a.txt', ...(startLine && { startLine }), ...(endLine && { endLine }) });

  it('is that of the broker, else that of the host', async () => {
    useRepository([origin]);
    const page = `https://github.com/team/tides/blob/${commit}/a.txt#`;
    assert.deepEqual(await link(2, 3), { link: `${page}L2-L3` });
    assert.deepEqual(await link(3, 9), { link: `${page}L3-L4` });
    assert.deepEqual(await link(), { link: `${page}L1` });
    await setUserSetting('roomside.broker.url', 'https://broker.example.com');
    const query = `path=a.txt&lines=2-3&remote=github.com/team/tides&commit=${commit}`;
    assert.deepEqual(await link(2, 3), { link: `https://broker.example.com/open#${query}` });
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
