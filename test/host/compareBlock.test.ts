import assert from 'node:assert/strict';
import path from 'node:path';
import { commands, type Disposable, TabInputTextDiff, type Uri, window, workspace } from 'vscode';
import type { SharedBlock } from '../../src/core/messages/sharedBlocks.ts';
import { type ComparePorts, compareBlock } from '../../src/features/reader/blocks/compareBlock.ts';
import { LastEditor } from '../../src/features/reader/blocks/insertAtCursor.ts';
import { goToFile } from '../../src/features/reader/blocks/sharedFiles.ts';
import { ReadOnlyTexts } from '../../src/host/vscode/readOnlyTexts.ts';
import { RecordingLog } from '../support/fakes/recordingLog.ts';
import { git, openRepository } from '../support/host/gitRepository.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { waitUntilTrue } from '../support/host/waitUntilTrue.ts';
import { workspaceFile, workspaceFolder } from '../support/host/workspaceFiles.ts';

const lines = Array.from({ length: 12 }, (_, index) => `const value${index + 1} = read(${index + 1});`);

describe('Shared lines that have changed', () => {
  const messages = useMessages();
  let ports: ComparePorts & { readonly texts: Disposable; readonly last: Disposable };
  let commit: string;
  // A new file for each test, because open documents follow the disk with a delay.
  let count = 0;
  const nameOf = (number: number) => `compared/values${number}.ts`;
  const name = () => nameOf(count);
  const shared = (id?: string): SharedBlock => ({
    language: 'ts',
    code: lines.slice(4, 7).join('\n'),
    origin: { path: name(), state: 'saved', startLine: 5, endLine: 7, ...(id !== undefined && { commit: id }) },
  });
  /** Rewritten completely, and moved down by two lines. */
  const rewritten = ['// new', '// new', ...lines.slice(0, 4), 'entirely();', 'different();', ...lines.slice(7)];

  const goPorts = (compare: (file: Uri) => Promise<void>) => ({
    ...{ log: ports.log, compare },
    openLink: () => assert.fail('there is no link'),
    openCopy: () => assert.fail('the file exists'),
  });

  before(async () => {
    const root = path.join(workspaceFolder(), 'compared');
    await Promise.all([1, 2, 3, 4, 5, 6].map((each) => workspaceFile(nameOf(each), lines.join('\n'))));
    await git(root, 'init', '-q');
    await git(root, 'add', '-A');
    await git(root, 'commit', '-qm', 'first');
    commit = (await git(root, 'rev-parse', 'HEAD')).slice(0, 10);
    await openRepository(root);
  });
  beforeEach(() => {
    count += 1;
    ports = { last: new LastEditor(), texts: new ReadOnlyTexts('roomside-block'), log: new RecordingLog() };
  });
  afterEach(async () => {
    ports.last.dispose();
    ports.texts.dispose();
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  /** The left side of the active comparison: the file with the shared lines. */
  async function compared(): Promise<string> {
    const shown = (): unknown => window.tabGroups.activeTabGroup.activeTab?.input;
    await waitUntilTrue('a comparison is in front', () => shown() instanceof TabInputTextDiff);
    return (await workspace.openTextDocument((shown() as TabInputTextDiff).original)).getText();
  }

  it('are compared with the lines that replaced them, by the commit of their header', async () => {
    await workspaceFile(name(), rewritten.join('\n'));
    await compareBlock(shared(commit), ports);
    assert.equal(await compared(), ['// new', '// new', ...lines].join('\n'));
  });

  it('open where they were moved to, with a message', async () => {
    await workspaceFile(name(), ['// new', '// new', ...lines].join('\n'));
    const opening = goToFile(
      shared(),
      goPorts(() => assert.fail('not asked for')),
    );
    const notice = await messages().next();
    assert.equal(notice.text, `${name()}: these lines moved from line 5 to line 7.`);
    notice.answer();
    await opening;
    const { selection } = window.activeTextEditor ?? assert.fail('no editor');
    assert.deepEqual([selection.start.line + 1, selection.end.line + 1], [7, 9]);
  });

  it('open at their current position, with an offer to compare them', async () => {
    await workspaceFile(name(), rewritten.join('\n'));
    const compared: string[] = [];
    const opening = goToFile(
      shared(commit),
      goPorts(async ({ fsPath }) => void compared.push(path.basename(fsPath))),
    );
    const notice = await messages().next();
    assert.equal(notice.text, `${name()}: these lines have changed since they were shared.`);
    notice.answer('Compare');
    await opening;
    assert.deepEqual(compared, [path.basename(name())]);
    const { selection } = window.activeTextEditor ?? assert.fail('no editor');
    assert.deepEqual([selection.start.line + 1, selection.end.line + 1], [7, 8]);
  });
});
