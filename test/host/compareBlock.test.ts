import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { commands, TabInputTextDiff, window, workspace } from 'vscode';
import { placePatch } from '../../src/core/git/placePatch.ts';
import { createBlockActions } from '../../src/features/reader/blocks/blockActions.ts';
import { compareBlock } from '../../src/features/reader/blocks/compareBlock.ts';
import { LastEditor } from '../../src/features/reader/blocks/insertAtCursor.ts';
import { AppliedPatches } from '../../src/host/git/appliedPatches.ts';
import { ReadOnlyTexts } from '../../src/host/vscode/readOnlyTexts.ts';
import { FakeMemento } from '../support/fakes/fakeMemento.ts';
import { RecordingLog } from '../support/fakes/recordingLog.ts';
import { git, openRepository } from '../support/host/gitRepository.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { waitUntilTrue } from '../support/host/waitUntilTrue.ts';
import { workspaceFile, workspaceFolder } from '../support/host/workspaceFiles.ts';

const lines = Array.from({ length: 12 }, (_, index) => `const value${index + 1} = read(${index + 1});`);

describe('Shared lines that have changed', () => {
  const messages = useMessages();
  afterEach(() => commands.executeCommand('workbench.action.closeAllEditors'));

  /** Commits the lines as a file of a new repository. @returns its folder */
  async function committed(file: string): Promise<string> {
    const root = path.join(workspaceFolder(), path.dirname(file));
    await workspaceFile(file, lines.join('\n'));
    await git(root, 'init', '-q');
    await git(root, 'add', '-A');
    await git(root, 'commit', '-qm', 'first');
    return root;
  }

  it('are compared with the lines that replaced them, by the commit of their header', async () => {
    const file = 'compared/values.ts';
    const root = await committed(file);
    const commit = (await git(root, 'rev-parse', 'HEAD')).slice(0, 10);
    await openRepository(root);
    // Rewritten completely, and moved down by two lines.
    const rewritten = ['// new', '// new', ...lines.slice(0, 4), 'entirely();', 'different();', ...lines.slice(7)];
    await workspaceFile(file, rewritten.join('\n'));
    const origin = { path: file, isUntitled: false, startLine: 5, endLine: 7, commit } as const;
    const ports = { last: new LastEditor(), texts: new ReadOnlyTexts('roomside-block'), log: new RecordingLog() };
    await compareBlock({ language: 'ts', code: lines.slice(4, 7).join('\n'), origin }, ports);
    const shown = (): unknown => window.tabGroups.activeTabGroup.activeTab?.input;
    await waitUntilTrue('a comparison is in front', () => shown() instanceof TabInputTextDiff);
    const left = await workspace.openTextDocument((shown() as TabInputTextDiff).original);
    assert.equal(left.getText(), ['// new', '// new', ...lines].join('\n'));
    ports.last.dispose();
    ports.texts.dispose();
  });

  it('are not replaced by a suggestion, which is compared with them', async () => {
    const file = 'suggested/gauge.ts';
    const root = await committed(file);
    await openRepository(root);
    const mine = lines.with(5, 'mine();').join('\n');
    const uri = await workspaceFile(file, mine);
    const code = placePatch('gauge.ts', lines.join('\n'), lines.with(5, 'suggested();').join('\n'));
    const ports = { last: new LastEditor(), texts: new ReadOnlyTexts('roomside-block'), log: new RecordingLog() };
    const applied = new AppliedPatches(new FakeMemento());
    const done = createBlockActions({ ...ports, applied, storage: uri, openLink: async () => assert.fail() }).apply({
      language: 'diff',
      code,
    });
    const message = await messages().next();
    assert.equal(message.text, "These lines have changed since the suggestion, so it wasn't applied.");
    assert.deepEqual([message.buttons, message.isModal], [['Compare'], false]);
    message.answer('Compare');
    await done;
    const shown = (): unknown => window.tabGroups.activeTabGroup.activeTab?.input;
    await waitUntilTrue('a comparison is in front', () => shown() instanceof TabInputTextDiff);
    const { original, modified } = shown() as TabInputTextDiff;
    assert.match((await workspace.openTextDocument(original)).getText(), /\nsuggested\(\);\n/);
    assert.deepEqual([modified.fsPath, await readFile(uri.fsPath, 'utf8')], [uri.fsPath, mine]);
    assert.equal(applied.find(code), undefined);
    ports.last.dispose();
    ports.texts.dispose();
  });
});
