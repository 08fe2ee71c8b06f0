import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Uri, workspace } from '../../../support/fakes/fakeWindow.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { linkTarget } = await withVscode(() => import('../../../../src/host/vscode/workspaceFiles.ts'));

describe('The target of a workspace file', () => {
  const original = Object.getOwnPropertyDescriptor(workspace, 'workspaceFolders') ?? {};
  afterEach(() => void Object.defineProperty(workspace, 'workspaceFolders', original));

  it('is found while another folder of the workspace is missing', async () => {
    const folder = workspace.workspaceFolders?.[0] ?? assert.fail();
    const missing = { uri: Uri.file(path.join(folder.uri.fsPath, 'missing')) };
    Object.defineProperty(workspace, 'workspaceFolders', { value: [missing, folder], configurable: true });
    const file = path.join(folder.uri.fsPath, 'own.txt');
    writeFileSync(file, '');
    assert.equal(await linkTarget(Uri.file(file)), undefined);
  });

  it('is found for a link, and for a file below a linked folder, inside the workspace', async () => {
    const root = workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail();
    mkdirSync(path.join(root, 'local'));
    writeFileSync(path.join(root, 'local', 'customers.csv'), 'a');
    symlinkSync(path.join('local', 'customers.csv'), path.join(root, 'sample.csv'));
    symlinkSync('local', path.join(root, 'linked'));
    for (const name of ['sample.csv', path.join('linked', 'customers.csv')]) {
      const target = await linkTarget(Uri.file(path.join(root, name)));
      assert.deepEqual([target?.uri.fsPath, target?.isOutside], [path.join(root, 'local', 'customers.csv'), false]);
    }
    assert.equal(await linkTarget(Uri.file(path.join(root, 'local', 'customers.csv'))), undefined);
  });
});
