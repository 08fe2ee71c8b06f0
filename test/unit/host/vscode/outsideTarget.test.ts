import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Uri, workspace } from '../../../support/fakes/fakeWindow.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { outsideTarget } = await withVscode(() => import('../../../../src/host/vscode/workspaceFiles.ts'));

describe('The target of a workspace file', () => {
  const original = Object.getOwnPropertyDescriptor(workspace, 'workspaceFolders') ?? {};
  afterEach(() => void Object.defineProperty(workspace, 'workspaceFolders', original));

  it('is found while another folder of the workspace is missing', async () => {
    const folder = workspace.workspaceFolders?.[0] ?? assert.fail();
    const missing = { uri: Uri.file(path.join(folder.uri.fsPath, 'missing')) };
    Object.defineProperty(workspace, 'workspaceFolders', { value: [missing, folder], configurable: true });
    const file = path.join(folder.uri.fsPath, 'own.txt');
    writeFileSync(file, '');
    assert.equal(await outsideTarget(Uri.file(file)), undefined);
  });
});
