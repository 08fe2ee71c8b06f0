import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Uri, useInWindow, useMessages, workspace } from '../../../support/fakes/fakeWindow.ts';
import { useGitExtension } from '../../../support/fakes/useGitExtension.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { commitFiles } from '../../../support/harness/gitFolder.ts';

const { offerPatch } = await withVscode(() => import('../../../../src/host/git/offerPatch.ts'));

describe('A patch that is reviewed', () => {
  const messages = useMessages();
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
    const done = offerPatch({ bytes: Buffer.from(patch), view: async () => undefined });
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
});
