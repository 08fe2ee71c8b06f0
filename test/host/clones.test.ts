import assert from 'node:assert/strict';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { commands, env, Selection, TabInputTextDiff, Uri, window, workspace } from 'vscode';
import type { Message } from '../../src/core/api/resources.ts';
import { systemClock } from '../../src/core/base/clock.ts';
import { sharedBlocksOf } from '../../src/core/messages/sharedBlocks.ts';
import { createOpenInEditor } from '../../src/features/openInEditor/index.ts';
import { compareWithFile } from '../../src/features/reader/blocks/compareBlock.ts';
import { LastEditor } from '../../src/features/reader/blocks/insertAtCursor.ts';
import { goToFile } from '../../src/features/reader/blocks/sharedFiles.ts';
import { ErrorReporter } from '../../src/host/errors/errorReporter.ts';
import { gitApi } from '../../src/host/git/gitApi.ts';
import { openLines } from '../../src/host/git/openLines.ts';
import { ReadOnlyTexts } from '../../src/host/vscode/readOnlyTexts.ts';
import { isWithin } from '../../src/platform/files/relativePath.ts';
import { RecordingLog } from '../support/fakes/recordingLog.ts';
import { commitFiles } from '../support/harness/gitFolder.ts';
import { createTemporaryFolder } from '../support/harness/temporaryFolder.ts';
import { useNoAccount } from '../support/host/account.ts';
import { closeRepository, git, openRepository } from '../support/host/gitRepository.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { setUserSetting } from '../support/host/userSetting.ts';
import { waitUntilTrue } from '../support/host/waitUntilTrue.ts';
import { useWorkspaceFolders } from '../support/host/windowMember.ts';
import { openSelected, workspaceFolder } from '../support/host/workspaceFiles.ts';

const text = Array.from({ length: 20 }, (_, index) => `const tide${index + 1} = read(${index + 1});`);
const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

/** The selected lines of the active editor, from the first to the last. */
function shownLines(): string {
  const { selection } = window.activeTextEditor ?? assert.fail('no editor');
  return `${selection.start.line + 1}-${selection.end.line + 1}`;
}

function feature() {
  const log = new RecordingLog();
  const storage = Uri.file(path.join(workspaceFolder(), 'none'));
  return createOpenInEditor({ storage, errors: new ErrorReporter(log), clock: systemClock, log });
}

describe('Shared lines in another clone', () => {
  useNoAccount();
  const withWorkspaceFolders = useWorkspaceFolders();
  const messages = useMessages();
  const temporary = createTemporaryFolder();
  const at = (...names: readonly string[]): string => path.join(temporary.path, ...names);
  const mine = (...names: readonly string[]): string => path.join(workspaceFolder(), 'clones', ...names);
  const originalPath = process.env.PATH;
  after(() => temporary.remove());
  afterEach(async () => {
    process.env.PATH = originalPath;
    await setUserSetting('roomside.broker.url', undefined);
    await commands.executeCommand('workbench.action.closeAllEditors');
    // They are not deleted, because Git may still read their state.
    for (const { rootUri } of (await gitApi())?.repositories ?? []) {
      const isOwn = [mine(), at()].some((folder) => isWithin(rootUri.fsPath, folder));
      if (isOwn) await closeRepository(rootUri.fsPath);
    }
  });

  it('are mapped after a fetch that was asked about, where the commit is missing', async () => {
    const file = 'src/fetched.ts';
    commitFiles(at('origin'), { [file]: lines(...text) });
    await mkdir(mine(), { recursive: true });
    await git(mine(), 'clone', '-q', at('origin'), 'fetched');
    await git(mine('fetched'), 'remote', 'set-url', '--push', 'origin', 'https://github.com/team/fetched');
    const commit = commitFiles(at('origin'), { [file]: lines('// new', '// new', ...text) });
    const repository = await openRepository(mine('fetched'));
    const uri = Uri.file(path.join(repository.rootUri.fsPath, file));
    const shared = {
      ...{ lines: [{ startLine: 7, endLine: 9 }], commit, remotes: ['github.com/team/fetched'] },
      compare: () => assert.fail('not asked for'),
    };
    const opening = openLines(uri, shared, new RecordingLog());
    const question = await messages().next();
    assert.match(question.text, /: the shared commit isn't in this repository, so the lines may differ\.$/);
    assert.deepEqual(question.buttons, ['Fetch']);
    await assert.rejects(git(mine('fetched'), 'cat-file', '-e', commit), 'nothing was fetched without an answer');
    question.answer('Fetch');
    await opening;
    assert.match((await messages().next()).text, /: these lines moved from line 7 to line 5\.$/);
    assert.equal(shownLines(), '5-7');
  });

  it('in a file that is in no commit yet are found after a fetch, as they are there', async () => {
    commitFiles(at('new'), { 'a.ts': '' });
    await mkdir(mine(), { recursive: true });
    await git(mine(), 'clone', '-q', at('new'), 'behind');
    await git(mine('behind'), 'remote', 'set-url', '--push', 'origin', 'git@gitlab.com:team/behind.git');
    const commit = commitFiles(at('new'), { 'new.ts': lines(...text) });
    await openRepository(mine('behind'));
    const link = `path=new.ts&lines=3-4&remote=github.com/other/name&commit=${commit}&remote2=gitlab.com/team/behind`;
    const opening = commands.executeCommand('roomside.openInEditor', `https://broker.example.com/open#${link}`);
    const question = await messages().next();
    assert.deepEqual(question.buttons, ['Fetch']);
    question.answer('Fetch');
    const again = await messages().next();
    assert.deepEqual(again.buttons, ['Show Shared Version']);
    again.answer('Show Shared Version');
    await opening;
    await waitUntilTrue('the version is open', () => window.activeTextEditor?.document.uri.scheme === 'git');
    assert.deepEqual([window.activeTextEditor?.document.getText(), shownLines()], [lines(...text), '3-4']);
  });

  it('are shown as they were where the file is gone, also in a repository that VS Code has not opened', async () => {
    const commit = commitFiles(mine('deleted', 'part'), { 'a/old.ts': lines(...text), 'a/b/c.ts': '' });
    await rm(mine('deleted', 'part', 'a', 'old.ts'));
    await withWorkspaceFolders([mine('deleted', 'part', 'a', 'b')], async () => {
      const link = `path=a/old.ts&lines=3-4&remote=github.com/team/unknown&commit=${commit}`;
      await feature().openShared(`https://broker.example.com/open#${link}`, {
        ...{ block: { language: '', code: '' }, findByPath: async () => 'none' as const },
        compare: () => assert.fail('not asked for'),
      });
      const question = await messages().next();
      assert.equal(question.text, "a/old.ts isn't in part. It may be on another branch.");
      question.answer('Show Shared Version');
      const isOpen = () => window.activeTextEditor?.document.uri.scheme === 'roomside-version';
      await waitUntilTrue('the version is open', isOpen);
    });
    assert.equal(window.activeTextEditor?.document.getText(), lines(...text));
    assert.equal(shownLines(), '3-4');
  });

  it('of a notebook are named by the number of their cell, and found where the cell is now', async () => {
    const cell = (...source: readonly string[]) => ({ ...{ cell_type: 'code', metadata: {}, outputs: [] }, source });
    const notebook = (...cells: readonly object[]): string =>
      JSON.stringify({ cells, metadata: { language_info: { name: 'python' } }, nbformat: 4, nbformat_minor: 5 });
    const cells = [cell('a = 1\n', 'b = 2'), cell('x = 1\n', 'y = 2\n', 'z = 3')];
    const root = mine('notes');
    const commit = commitFiles(root, { 'shared.ipynb': notebook(...cells), 'now.ipynb': notebook(...cells) });
    await git(root, 'remote', 'add', 'origin', 'https://github.com/team/notes');
    await openRepository(root);
    const opened = await workspace.openNotebookDocument(Uri.file(mine('notes', 'shared.ipynb')));
    await window.showNotebookDocument(opened);
    const editor = await window.showTextDocument(opened.cellAt(1).document);
    editor.selections = [new Selection(1, 0, 2, 5)];
    await commands.executeCommand('roomside.copyAsMessage');
    const message = await env.clipboard.readText();
    const [header = ''] = message.split('\n');
    assert.equal(header, `**clones/notes/shared.ipynb** · cell 2 · lines 2–3 · Python · commit ${commit.slice(0, 10)}`);
    const [block] = sharedBlocksOf({ markdown: message } as Message);
    assert.deepEqual([block?.origin?.cell, block?.code], [2, 'y = 2\nz = 3']);

    // In another file, because open notebooks follow the disk with a delay.
    await writeFile(mine('notes', 'now.ipynb'), notebook(cell('new = 0'), ...cells));
    const link = `path=now.ipynb&cell=2&lines=2-3&remote=github.com/team/notes&commit=${commit}`;
    await commands.executeCommand('roomside.openInEditor', `https://broker.example.com/open#${link}`);
    const shown = window.activeTextEditor ?? assert.fail('no editor');
    assert.equal(shown.document.uri.scheme, 'vscode-notebook-cell');
    assert.deepEqual([shown.document.getText(shown.selection), shownLines()], ['y = 2\nz = 3', '2-3']);
    assert.match((await messages().next()).text, /now\.ipynb: these lines moved from cell 2 to cell 3\.$/);

    const texts = new ReadOnlyTexts('roomside-block');
    const origin = { path: 'now.ipynb', isUntitled: false, cell: 2, startLine: 2, endLine: 3, commit } as const;
    const changed = { language: 'python', code: 'y = 2\nz = 4', origin };
    const ports = { texts, log: new RecordingLog(), last: new LastEditor() };
    await compareWithFile(changed, Uri.file(mine('notes', 'now.ipynb')), ports);
    const input = (): unknown => window.tabGroups.activeTabGroup.activeTab?.input;
    await waitUntilTrue('a comparison is in front', () => input() instanceof TabInputTextDiff);
    const { original, modified } = input() as TabInputTextDiff;
    assert.equal((await workspace.openTextDocument(original)).getText(), 'x = 1\ny = 2\nz = 4');
    assert.equal((await workspace.openTextDocument(modified)).getText(), 'x = 1\ny = 2\nz = 3');
    texts.dispose();
    ports.last.dispose();
  });

  it('are found from a fork with an SSH alias, named in a window on a sub-folder, where the lines have moved', async () => {
    // The configuration of SSH is found by the account, not by a variable.
    await mkdir(at('bin'));
    await writeFile(at('bin', 'ssh'), '#!/bin/sh\n[ "$3" = work ] && echo "hostname github.com"\n');
    await chmod(at('bin', 'ssh'), 0o755);
    process.env.PATH = `${at('bin')}${path.delimiter}${originalPath}`;
    await setUserSetting('roomside.broker.url', 'https://broker.example.com');
    const file = 'packages/app/src/tide.ts';
    const commit = commitFiles(at('fork'), { [file]: lines(...text) });
    await git(at('fork'), 'remote', 'add', 'origin', 'git@work:ada/tides.git');
    await git(at('fork'), 'remote', 'add', 'upstream', 'https://token@git.example/team/tides');
    await git(at('fork'), 'update-ref', 'refs/remotes/origin/main', commit);
    const folder = at('fork', 'packages', 'app');
    await openSelected(Uri.file(at('fork', file)), new Selection(4, 0, 6, text[6]?.length ?? 0));
    assert.equal((await gitApi())?.getRepository(Uri.file(at('fork', file))), null, 'VS Code has not opened it');
    await commands.executeCommand('roomside.copyLink');
    const link = await env.clipboard.readText();
    const remotes = ['remote=github.com/ada/tides', 'remote2=git.example/team/tides'].join(`&commit=${commit}&`);
    assert.equal(link, `https://broker.example.com/open#path=${file}&lines=5-7&${remotes}`);
    await withWorkspaceFolders([folder], () => commands.executeCommand('roomside.copyAsMessage'));
    const markdown = await env.clipboard.readText();
    const page = `https://github.com/ada/tides/blob/${commit}/${file}#L5-L7`;
    assert.equal(
      markdown.split('\n')[0],
      `**${file}** · lines 5–7 · TypeScript · [open in editor](<${link}>) · [commit ${commit.slice(0, 10)}](<${page}>)`,
    );
    await commands.executeCommand('workbench.action.closeAllEditors');

    await mkdir(mine(), { recursive: true });
    await git(mine(), 'clone', '-q', at('fork'), 'priya');
    await git(mine('priya'), 'remote', 'set-url', 'origin', 'https://gitlab.example/priya/tides.git');
    const moved = [...text.slice(0, 2), '// new', '// new', '// new', ...text.slice(2)];
    commitFiles(mine('priya'), { [file]: lines(...moved) });
    const [block] = sharedBlocksOf({ markdown } as Message);
    await goToFile(block ?? assert.fail('no code'), {
      ...{ log: new RecordingLog(), openLink: feature().openShared },
      compare: () => assert.fail('not asked for'),
      openCopy: () => assert.fail('the clone exists'),
    });
    assert.equal(window.activeTextEditor?.document.uri.fsPath, mine('priya', file));
    assert.equal(shownLines(), '8-10');
    assert.match((await messages().next()).text, /tide\.ts: these lines moved from line 5 to line 8\.$/);
  });
});
