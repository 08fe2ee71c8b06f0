import assert from 'node:assert/strict';
import path from 'node:path';
import { Uri } from 'vscode';
import { sharedPath } from '../../src/host/vscode/workspaceFiles.ts';
import { workspaceFolder } from '../support/host/workspaceFiles.ts';

describe('The path of a file in a message', () => {
  const inside = () => path.join(workspaceFolder(), 'src', 'tide.ts');

  it('is relative to the workspace, also if VS Code shows the file under another scheme', () => {
    const file = Uri.file(inside());
    for (const uri of [
      file,
      file.with({ scheme: 'git', query: 'HEAD' }),
      file.with({ scheme: 'vscode-notebook-cell' }),
    ])
      assert.equal(sharedPath(uri), 'src/tide.ts', uri.toString());
  });

  it('is only the name outside the workspace, so that no folder of the user is shown', () => {
    for (const uri of [
      Uri.file('/home/ada/private/notes.txt'),
      Uri.file(path.join(workspaceFolder(), '../notes.txt')),
      Uri.file('/home/ada/private/notes.txt').with({ scheme: 'git', query: '{}' }),
      Uri.parse('untitled:notes.txt'),
    ])
      assert.equal(sharedPath(uri), 'notes.txt', uri.toString());
  });
});
