import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commands, env, Position, Uri, WorkspaceEdit, workspace } from 'vscode';
import { CancelledError } from '../../src/core/base/errors.ts';
import type { ShareRecord } from '../../src/core/outbox/shareRecord.ts';
import { type QueuedFile, sendFiles } from '../../src/features/share/sendFiles.ts';
import type { SharePorts } from '../../src/features/share/sendShare.ts';
import { documentRisks } from '../../src/features/share/sources/documentRisks.ts';
import { explorerFilesSource } from '../../src/features/share/sources/fileSources.ts';
import { changesSource, stagedChangesSource } from '../../src/features/share/sources/git/changes.ts';
import type { ReportOptions } from '../../src/host/errors/errorReporter.ts';
import { ShareOutcome, type ShareOutcomePorts } from '../../src/host/ui/shareOutcome.ts';
import { sentShare } from '../support/fakes/sentShare.ts';
import { useQuickInputs } from '../support/host/quickInputs.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { replaceInWindow } from '../support/host/windowMember.ts';
import { openSelected, useManualSave, workspaceFile } from '../support/host/workspaceFiles.ts';

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

  it('reports a missing row', async () => {
    await env.clipboard.writeText('before');
    await commands.executeCommand('roomside.copyRoomId');
    assert.equal((await messages().next()).text, 'Run this command from the menu of a room in the Rooms view.');
    assert.equal(await env.clipboard.readText(), 'before');
    assert.deepEqual(said, []);
  });
});

describe('Share File', () => {
  const messages = useMessages();
  const inputs = useQuickInputs();
  useManualSave();

  it('reports that nothing is selected', async () => {
    for (const args of [[], [undefined, []], ['no file']]) {
      const done = explorerFilesSource(...args);
      const message = await messages().next();
      assert.equal(message.text, 'Select the files to share in the Explorer first.');
      message.answer();
      assert.equal(await done, undefined);
    }
  });

  it('ends without a message when the choice of the version is cancelled', async () => {
    const uri = await workspaceFile('cancelled.txt', 'one');
    await openSelected(uri);
    const edit = new WorkspaceEdit();
    edit.insert(uri, new Position(0, 0), 'x');
    await workspace.applyEdit(edit);
    const done = explorerFilesSource(uri);
    await inputs().next();
    await commands.executeCommand('workbench.action.closeQuickOpen');
    assert.equal(await done, undefined);
    assert.deepEqual(messages().all, []);
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});

describe('Share Changes', () => {
  const messages = useMessages();

  it('reports that no repository is open for the selected rows', async () => {
    const resourceUri = Uri.file(path.join(tmpdir(), 'no-repository', 'a.txt'));
    for (const source of [changesSource, stagedChangesSource]) {
      const done = source({ resourceUri });
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

describe('Files that are sent together', () => {
  const file = (id: string, deliver: () => Promise<{ record: ShareRecord }>): QueuedFile => ({
    ...{ name: `${id}.ts`, byteLength: 1 },
    share: { deliver, discard: async () => undefined } as unknown as NonNullable<QueuedFile['share']>,
  });
  const sent = (id: string) => file(id, async () => ({ record: sentShare(id, 0) }));

  async function send(files: readonly QueuedFile[], more: { readonly name?: string } = {}) {
    const undoable: (readonly unknown[])[] = [];
    const failed: (string | undefined)[] = [];
    const errors = { report: async (_: unknown, { context }: ReportOptions) => failed.push(context) };
    const show = (text: string, undo: { readonly arguments: readonly unknown[] }) =>
      undoable.push([text, ...undo.arguments]);
    const outcome = new ShareOutcome({ errors, undoable: { show } } as unknown as ShareOutcomePorts);
    const ports = { outcome, errors } as unknown as SharePorts;
    const isDone = await sendFiles(ports, { room: { id: 'r', title: 'Design' }, files, ...more });
    return { undoable, failed, isDone };
  }

  it('offer one Undo for all of them', async () => {
    assert.deepEqual(await send([sent('a'), sent('b')]), {
      undoable: [['Shared 2 files to Design', ['a', 'b']]],
      ...{ failed: [], isDone: true },
    });
  });

  it('offer Undo for those that arrived, and name the one that did not', async () => {
    const lost = file('b', () => Promise.reject(new Error('offline')));
    assert.deepEqual(await send([sent('a'), lost, sent('c')]), {
      undoable: [['Shared 2 of 3 files to Design', ['a', 'c']]],
      ...{ failed: ["Couldn't share b.ts to “Design”."], isDone: false },
    });
  });

  it('are messages when the first is a text', async () => {
    const more = { name: 'a.ipynb and 2 images' };
    const textOf = async (files: readonly QueuedFile[]) => (await send(files, more)).undoable[0]?.[0];
    const lost = file('c', () => Promise.reject(new Error('offline')));
    assert.equal(await textOf([sent('a'), sent('b'), sent('c')]), 'Shared a.ipynb and 2 images to Design');
    assert.equal(await textOf([sent('a'), sent('b'), lost]), 'Shared 2 of 3 messages to Design');
  });

  it('offer Undo for those that arrived before Cancel', async () => {
    const stopped = file('b', () => Promise.reject(new CancelledError()));
    assert.deepEqual(await send([sent('a'), stopped, sent('c')]), {
      undoable: [['Canceled. 1 of 3 shared to Design', ['a']]],
      ...{ failed: [], isDone: false },
    });
  });
});
