import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commands, env, Uri } from 'vscode';
import { documentRisks } from '../../src/features/share/sources/documentRisks.ts';
import { changesSource, stagedChangesSource } from '../../src/features/share/sources/git/changes.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { replaceInWindow } from '../support/host/windowMember.ts';
import { openSelected, workspaceFile } from '../support/host/workspaceFiles.ts';

describe('Copy Room ID', () => {
  const messages = useMessages();
  const said: string[] = [];
  let restore: () => void = () => undefined;
  beforeEach(() => {
    said.length = 0;
    restore = replaceInWindow('setStatusBarMessage', () => (text: string) => said.push(text));
  });
  afterEach(() => restore());

  it('copies the ID of a row, and confirms it', async () => {
    await commands.executeCommand('roomside.copyRoomId', { kind: 'room', roomId: 'room-1' });
    assert.equal(await env.clipboard.readText(), 'room-1');
    assert.deepEqual(said, ['$(check) Copied the ID of room-1']);
    assert.deepEqual(messages().all, []);
  });
});

describe('Share Changes', () => {
  const messages = useMessages();

  it('reports that no repository is open for the selected rows', async () => {
    const resourceUri = Uri.file(path.join(tmpdir(), 'no-repository', 'a.txt'));
    for (const source of [changesSource, stagedChangesSource]) {
      const done = source([{ resourceUri }], {} as never);
      const message = await messages().next();
      assert.equal(message.text, 'No Git repository is open.');
      message.answer();
      assert.equal(await done, undefined);
    }
  });
});

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
