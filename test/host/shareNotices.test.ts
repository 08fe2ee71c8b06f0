import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commands, Uri } from 'vscode';
import { documentRisks } from '../../src/features/share/sources/documentRisks.ts';
import { openSelected, workspaceFile } from '../support/host/workspaceFiles.ts';

describe('A selection', () => {
  let outside = '';
  beforeEach(async () => {
    outside = await mkdtemp(path.join(tmpdir(), 'roomside-outside-'));
  });
  afterEach(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    await rm(outside, { recursive: true });
  });

  it('is warned about when a link in its path leads out of the workspace', async () => {
    const target = path.join(outside, 'secret.txt');
    await writeFile(target, 'one\n');
    const near = await workspaceFile('linked/near.txt', 'one\n');
    const folder = path.dirname(near.fsPath);
    const links = [
      [path.join(folder, `file-${process.pid}.txt`), target],
      [path.join(folder, `folder-${process.pid}`), outside],
    ] as const;
    for (const [link, leadsTo] of links) await symlink(leadsTo, link);
    const risksOf = async (file: string) => documentRisks((await openSelected(Uri.file(file))).document);
    const [file, within] = [links[0][0], path.join(links[1][0], 'secret.txt')];
    const warning = (name: string) => `${name} is a link to ${target}, outside the workspace`;
    assert.deepEqual(await risksOf(file), [warning(path.basename(file))]);
    assert.deepEqual(await risksOf(within), [warning('secret.txt')]);
    assert.deepEqual(await risksOf(near.fsPath), []);
  });
});
