import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Uri, useInWindow, useMessages, useQuickInputs, workspace } from '../../../support/fakes/fakeWindow.ts';
import { useGitExtension } from '../../../support/fakes/useGitExtension.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { commitFiles } from '../../../support/harness/gitFolder.ts';

const { offerPatch } = await withVscode(() => import('../../../../src/host/git/offerPatch.ts'));

const { showApplied, undoApplied } = await withVscode(() => import('../../../../src/host/git/messagePatch.ts'));
const { AppliedPatches } = await withVscode(() => import('../../../../src/host/git/appliedPatches.ts'));

describe('A patch that is reviewed', () => {
  const added: string[] = [];
  const texts = { add: (name: string, text: string) => Uri.file(`/${name}/${added.push(text)}`) };
  const messages = useMessages();
  const inputs = useQuickInputs();
  const gitExtension = useGitExtension();
  const said: string[] = [];
  useInWindow('setStatusBarMessage', () => (text: string) => void said.push(text));
  afterEach(() => {
    Object.assign(workspace, { textDocuments: [] });
    Reflect.deleteProperty(workspace, 'asRelativePath');
  });

  it('is not applied to a file that got unsaved changes meanwhile', async () => {
    const root = `${workspace.workspaceFolders?.[0]?.uri.fsPath}/patched`;
    commitFiles(root, { 'a.txt': 'one\n' });
    gitExtension.open({ repositories: [{ rootUri: Uri.file(root) }] });
    Object.assign(workspace, { asRelativePath: () => 'a.txt' });
    const patch = '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n';
    const done = offerPatch({ bytes: Buffer.from(patch), texts, view: async () => undefined });
    (await messages().next()).answer('View Patch');
    const review = await messages().next();
    Object.assign(workspace, { textDocuments: [{ isDirty: true, uri: Uri.file(`${root}/a.txt`) }] });
    review.answer('Apply…');
    const asked = messages().next();
    void asked.then((question) => question.answer('Apply'));
    await Promise.race([done, asked]);
    assert.deepEqual(said, ['$(info) Save a.txt before applying the patch.']);
    assert.equal(readFileSync(`${root}/a.txt`, 'utf8'), 'one\n');
  });

  it('goes to the clone that the user chooses among several with the name in the message', async () => {
    const roots = ['one/app', 'two/app', 'other'].map(
      (each) => `${workspace.workspaceFolders?.[0]?.uri.fsPath}/${each}`,
    );
    for (const root of roots) commitFiles(root, { 'a.txt': 'one\n' });
    gitExtension.open({ repositories: roots.map((root) => ({ rootUri: Uri.file(root) })) });
    Object.assign(workspace, { asRelativePath: () => 'app' });
    const patch = '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n';
    const offered = { bytes: Buffer.from(patch), repository: 'app', texts, view: async () => undefined };
    const done = offerPatch(offered, async () => undefined);
    const list = await inputs().next();
    assert.deepEqual(
      list.rows,
      roots.slice(0, 2).map((root) => `app | ${root}`),
    );
    await list.choose('app');
    (await messages().next()).answer('Apply');
    await done;
    assert.deepEqual(
      roots.map((root) => readFileSync(`${root}/a.txt`, 'utf8')),
      ['two\n', 'one\n', 'one\n'],
    );
  });

  it('is applied in a message, where a later window shows its changes without a commit, and undoes it', async () => {
    const root = `${workspace.workspaceFolders?.[0]?.uri.fsPath}/kept`;
    mkdirSync(root);
    execFileSync('git', ['init', '-q', root]);
    writeFileSync(`${root}/a.txt`, 'one\n');
    gitExtension.open({ repositories: [{ rootUri: Uri.file(root) }] });
    Object.assign(workspace, { asRelativePath: () => 'a.txt' });
    const code = '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1 @@\n+new\n';
    const stored = new Map<string, unknown>();
    const memory = {
      get: (key: string) => stored.get(key),
      update: async (key: string, value: unknown) => void stored.set(key, value),
    };
    const first = new AppliedPatches(memory as never);
    const done = offerPatch({ bytes: Buffer.from(code), texts, view: async () => undefined }, (place, before) =>
      first.add(code, place, before),
    );
    (await messages().next()).answer('Apply');
    await done;
    const later = new AppliedPatches(memory as never);
    for (const applied of [first, later]) {
      added.length = 0;
      await showApplied({ code, applied, texts });
      assert.deepEqual(added, ['one\n'], 'the text from before; the new file had none');
    }
    await undoApplied({ code, applied: later, texts });
    assert.deepEqual([readFileSync(`${root}/a.txt`, 'utf8'), existsSync(`${root}/b.txt`)], ['one\n', false]);
    assert.equal(later.find(code), undefined);
    await later.add(code, { rootFolder: root, folder: root }, []);
    await assert.rejects(undoApplied({ code, applied: later, texts }), { problem: 'changed' });
    assert.equal(later.find(code), undefined, 'what no longer fits is not offered again');
  });
});
