import assert from 'node:assert/strict';
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { commands, env, TabInputTextDiff, Uri, window, workspace } from 'vscode';
import { systemClock } from '../../src/core/base/clock.ts';
import { type EditorLink, editorLinkText } from '../../src/core/git/editorLink.ts';
import { filesIn, recentFolders } from '../../src/features/openInEditor/findFiles.ts';
import { createOpenInEditor } from '../../src/features/openInEditor/index.ts';
import { ErrorReporter } from '../../src/host/errors/errorReporter.ts';
import { callbackUri } from '../../src/host/vscode/callbackUri.ts';
import { hasBrowser, inBrowser } from '../browser/pages/browserBridge.ts';
import { RecordingLog } from '../support/fakes/recordingLog.ts';
import { createTemporaryFolder } from '../support/harness/temporaryFolder.ts';
import { logLines, nextLogLine } from '../support/host/extensionLog.ts';
import { git, openRepository, refresh } from '../support/host/gitRepository.ts';
import { useQuickInputs } from '../support/host/quickInputs.ts';
import { receiveUri } from '../support/host/receivedUris.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { waitUntilTrue } from '../support/host/waitUntilTrue.ts';
import { useManualSave, workspaceFile, workspaceFolder } from '../support/host/workspaceFiles.ts';

const remote = 'github.com/team/open-tides';
const elsewhere = 'github.com/team/elsewhere';
const page = 'https://broker.example.com/open';
const refused = "This link can't be opened. It is incomplete, or not a link to code in a repository.";
const text = Array.from({ length: 20 }, (_, index) => `const value${index + 1} = read(${index + 1});`);

const open = (address: string): Thenable<unknown> => commands.executeCommand('roomside.openInEditor', address);
const addressOf = (link: EditorLink): string => `${page}#${editorLinkText(link)}`;

describe('A link to shared code', () => {
  const messages = useMessages();
  const inputs = useQuickInputs();
  const temporary = createTemporaryFolder();
  const root = (): string => path.join(workspaceFolder(), 'open-tides');
  const lines = [{ startLine: 5, endLine: 7 }];
  let commit = '';
  // A new file for each test, because open documents follow the disk with a delay.
  let count = 0;
  const name = (): string => `src/values ${count}.ts`;
  const link = (changes: Partial<EditorLink> = {}): EditorLink => ({ path: name(), lines, remote, commit, ...changes });
  useManualSave();

  before(async () => {
    const files = Array.from({ length: 80 }, (_, index) => `open-tides/src/values ${index + 1}.ts`);
    await Promise.all(files.map((file) => workspaceFile(file, `${text.join('\n')}\n`)));
    await git(root(), 'init', '-q');
    await git(root(), 'add', '-A');
    await git(root(), 'commit', '-qm', 'first');
    await git(root(), 'remote', 'add', 'origin', 'https://ada:ghp_token@github.com/Team/Open-Tides.git');
    commit = await git(root(), 'rev-parse', 'HEAD');
    await refresh(await openRepository(root()));
  });
  after(async () => {
    await rm(root(), { recursive: true });
    await temporary.remove();
  });
  beforeEach(() => {
    count += 1;
  });
  afterEach(() => commands.executeCommand('workbench.action.closeAllEditors'));

  const write = (...changed: readonly string[]) => workspaceFile(`open-tides/${name()}`, `${changed.join('\n')}\n`);

  /** The active editor's file and its selections, with the first and last line of each. */
  function shown(): readonly [file: string, ...ranges: readonly string[]] {
    const editor = window.activeTextEditor;
    const ranges = editor?.selections.map(({ start, end }) => `${start.line + 1}-${end.line + 1}`) ?? [];
    return [editor === undefined ? 'none' : path.relative(root(), editor.document.uri.fsPath), ...ranges];
  }

  function assertNothingOpened(what: string): void {
    assert.deepEqual([shown()[0], inputs().openedCount], ['none', 0], what);
  }

  it('selects the lines in the open clone of its repository', async () => {
    await open(addressOf(link()));
    assert.deepEqual(shown(), [name(), '5-7']);
    assert.deepEqual(messages().all, []);
  });

  it('selects each of several ranges', async () => {
    await open(addressOf(link({ lines: [...lines, { startLine: 12, endLine: 12 }] })));
    assert.deepEqual(shown(), [name(), '5-7', '12-12']);
  });

  it('finds lines that have moved, and says so', async () => {
    await write('// new', '// new', ...text);
    await open(addressOf(link()));
    assert.deepEqual(shown(), [name(), '7-9']);
    const { kind, text: message } = await messages().next();
    assert.equal(kind, 'information');
    assert.equal(message, `open-tides/${name()}: these lines moved from line 5 to line 7.`);
  });

  it('offers to compare lines that have changed since the commit', async () => {
    await write('// new', ...text.slice(0, 5), 'entirely();', ...text.slice(6));
    const opening = open(addressOf(link()));
    const question = await messages().next();
    assert.equal(question.text, `open-tides/${name()}: these lines have changed since they were shared.`);
    assert.deepEqual(shown(), [name(), '6-8']);
    question.answer('Compare');
    await opening;
    const input = (): unknown => window.tabGroups.activeTabGroup.activeTab?.input;
    await waitUntilTrue('a comparison is in front', () => input() instanceof TabInputTextDiff);
    const { original, modified } = input() as TabInputTextDiff;
    assert.equal((await workspace.openTextDocument(original)).getText(), `${text.join('\n')}\n`);
    assert.equal(modified.fsPath, path.join(root(), name()));
    assert.equal(
      window.tabGroups.activeTabGroup.activeTab?.label,
      `values ${count}.ts (${commit.slice(0, 10)} ↔ Workspace)`,
    );
  });

  it('selects the lines as they are without a commit, with one that is not here, and beyond the end', async () => {
    for (const unknown of [undefined, 'f'.repeat(40)]) {
      await open(addressOf(link({ commit: unknown })));
      assert.deepEqual(shown(), [name(), '5-7']);
    }
    await open(addressOf(link({ commit: undefined, lines: [{ startLine: 900_000_000, endLine: 999_999_999 }] })));
    assert.deepEqual(shown(), [name(), '21-21']);
    assert.deepEqual(messages().all, []);
  });

  it('opens only its own repository, where several have a file of that path', async () => {
    const other = path.join(workspaceFolder(), 'open-other');
    await workspaceFile(`open-other/${name()}`, 'other');
    await git(other, 'init', '-q');
    await git(other, 'remote', 'add', 'origin', 'https://github.com/evil/open-tides');
    await refresh(await openRepository(other));
    await open(addressOf(link()));
    assert.deepEqual(shown(), [name(), '5-7']);
    await rm(other, { recursive: true });
  });

  it('takes encoded characters literally: decoded once, never twice', async () => {
    const twice = editorLinkText(link({ path: '%2e%2e/secret.ts' }));
    await open(`${page}#${twice}`);
    assert.equal((await messages().next()).text, "%2e%2e/secret.ts isn't in open-tides. It may be on another branch.");
    assertNothingOpened('an encoded parent folder');
  });

  it('is refused with a path that leads out, and as an argument of another kind', async () => {
    const leadingOut = `${page}#${editorLinkText(link()).replace('path=', 'path=../')}`;
    for (const address of [leadingOut, '', 'command:workbench.action.quit']) {
      await open(address);
      assert.equal((await messages().next()).text, refused, address);
    }
    assertNothingOpened('no link');
  });

  it('does not follow symbolic links out of the clone, not even to other open folders', async () => {
    await workspaceFile('open-secret/secret.ts', 'secret');
    await writeFile(path.join(temporary.path, 'outside.ts'), 'outside');
    const own = `links-${count}`;
    const links = {
      'outside.ts': path.join(temporary.path, 'outside.ts'),
      folder: temporary.path,
      sibling: '../../open-secret',
    };
    await mkdir(path.join(root(), own));
    for (const [from, to] of Object.entries(links)) await symlink(to, path.join(root(), own, from));
    for (const file of [`${own}/outside.ts`, `${own}/folder/outside.ts`, `${own}/sibling/secret.ts`]) {
      await open(addressOf(link({ path: file })));
      assert.equal((await messages().next()).text, `${file} leads out of open-tides, so it was not opened.`);
    }
    assertNothingOpened('links');
    await symlink(`../${name()}`, path.join(root(), own, 'inside.ts'));
    await open(addressOf(link({ path: `${own}/inside.ts`, commit: undefined })));
    assert.deepEqual(shown(), [`${own}/inside.ts`, '5-7'], 'a link inside the clone is a file like any other');
  });

  it('names a file that is missing, and opens no folder', async () => {
    for (const file of ['src/none.ts', 'src', `${name()}/below.ts`, 'none/none.ts']) {
      await open(addressOf(link({ path: file })));
      assert.equal((await messages().next()).text, `${file} isn't in open-tides. It may be on another branch.`);
    }
    assertNothingOpened('missing files');
  });

  it('is opened once where two paths of the workspace lead to its file', async () => {
    const again = path.join(temporary.path, `again-${count}`);
    await symlink(root(), again);
    for (const folders of [
      [root(), again],
      [again, root()],
    ]) {
      const file = path.join(folders[0] ?? '', name());
      assert.deepEqual(await filesIn(folders, name(), [again]), [{ folder: folders[0], file, state: 'found' }]);
    }
  });

  it('finds no recent folder where VS Code has no such command, or answers in another form', async () => {
    const folder = Uri.file('/home/ada/tides');
    const entries = [{ folderUri: folder }, { workspace: {} }, null, { folderUri: 'file:///a' }];
    assert.deepEqual(await recentFolders(async () => ({ workspaces: entries })), [folder]);
    assert.deepEqual(await recentFolders(() => Promise.reject(new Error('not found'))), []);
    for (const answer of [undefined, null, 7, {}, { workspaces: {} }]) {
      assert.deepEqual(await recentFolders(async () => answer), []);
    }
    assert.ok(Array.isArray(await recentFolders()));
  });

  describe('in a repository that is not open', () => {
    let opened: string[] = [];
    let storage: Uri;
    const folder = (clone: string): string => path.join(temporary.path, clone);

    async function makeClone(clone: string, url: string): Promise<void> {
      await mkdir(path.join(folder(clone), '.git'), { recursive: true });
      await writeFile(path.join(folder(clone), '.git', 'config'), `[remote "origin"]\nurl = ${url}\n`);
    }

    /** The feature of another window, with these recent folders. */
    function windowWith(...recent: readonly string[]) {
      const log = new RecordingLog();
      const services = { storage, errors: new ErrorReporter(log), clock: systemClock, log };
      return createOpenInEditor(services, {
        recent: async () => recent.map((clone) => Uri.file(clone)),
        open: async (uri) => void opened.push(uri.fsPath),
      });
    }

    const queryOf = (changes: Partial<EditorLink> = {}): string =>
      `link=${Buffer.from(editorLinkText(link({ remote: elsewhere, ...changes }))).toString('base64url')}`;

    beforeEach(async () => {
      opened = [];
      storage = Uri.file(folder(`storage-${count}`));
      await makeClone('mine', 'git@github.com:team/elsewhere.git');
      await makeClone('fork', 'https://github.com/evil/elsewhere');
    });

    it('opens no folder before the user selects one, and lists only clones of the repository', async () => {
      const opening = windowWith(folder('fork'), folder('mine'), folder('gone')).receive(queryOf());
      const question = await inputs().next();
      assert.deepEqual(question.rows, [`mine | ${temporary.path}`, 'Open Folder…']);
      await commands.executeCommand('workbench.action.closeQuickOpen');
      await opening;
      assert.deepEqual(opened, []);
      assert.deepEqual(await readdir(storage.fsPath).catch(() => []), []);
      assertNothing();
    });

    it('opens the selected folder, and gives the link to its window', async () => {
      const opening = windowWith(folder('mine')).receive(queryOf());
      await (await inputs().next()).choose('mine');
      await opening;
      assert.deepEqual(opened, [folder('mine')]);
      assert.deepEqual(await readdir(storage.fsPath), ['openInEditor.json']);
      await windowWith().takeHandover();
      assert.deepEqual(await readdir(storage.fsPath), ['openInEditor.json'], 'it is not for a window of other folders');
      assertNothing();
    });

    it('is opened once by the window of its folder, also if two windows have it', async () => {
      await mkdir(storage.fsPath, { recursive: true });
      const handover = { folder: workspaceFolder(), link: editorLinkText(link()), atMs: Date.now() };
      await writeFile(path.join(storage.fsPath, 'openInEditor.json'), JSON.stringify(handover));
      await write('// new', ...text);
      await Promise.all([windowWith().takeHandover(), windowWith().takeHandover()]);
      assert.deepEqual(shown(), [name(), '6-8']);
      assert.equal(messages().all.length, 1);
      assert.deepEqual(await readdir(storage.fsPath), []);
    });

    it('is not opened from a file that is old, hostile or incomplete', async () => {
      await mkdir(storage.fsPath, { recursive: true });
      const own = { folder: workspaceFolder(), link: editorLinkText(link()), atMs: Date.now() };
      for (const [content, message] of [
        [{ ...own, atMs: Date.now() - 600_000 }, undefined],
        [{ ...own, link: own.link.replace('path=', 'path=../') }, refused],
        [{ ...own, folder: 7 }, undefined],
        ['{"folder":', undefined],
        ['null', undefined],
      ] as const) {
        const json = typeof content === 'string' ? content : JSON.stringify(content);
        await writeFile(path.join(storage.fsPath, 'openInEditor.json'), json);
        await windowWith().takeHandover();
        if (message !== undefined) assert.equal((await messages().next()).text, message);
        assert.equal(shown()[0], 'none', json);
      }
    });

    it('asks only for the latest of two links', async () => {
      const target = windowWith(folder('mine'));
      const first = target.receive(queryOf());
      await inputs().next();
      const second = target.receive(queryOf({ path: 'src/second.ts' }));
      await first;
      assert.deepEqual(opened, [], 'the first question is closed');
      await (await inputs().next()).choose('mine');
      await second;
      assert.deepEqual(opened, [folder('mine')]);
    });

    function assertNothing(): void {
      assert.deepEqual([shown()[0], messages().all.length], ['none', 0]);
    }
  });

  // The browser hands over the URI; on the desktop that would be the user's own.
  if (hasBrowser()) {
    async function deliver(query: string): Promise<void> {
      const came = nextLogLine(/^received a URI for /);
      const address = (await env.asExternalUri(callbackUri().with({ path: '/open' }))).toString(true);
      // A string, because a Uri would be encoded again.
      const opening = env.openExternal(`${address}&${query}` as unknown as Uri);
      await Promise.all([inBrowser('nextPageAddress'), opening]);
      assert.equal((await came).text, 'received a URI for /open');
    }

    it('is opened from the URI of the page, and its query is not logged', async () => {
      const encoded = Buffer.from(editorLinkText(link())).toString('base64url');
      await deliver(`link=${encoded}`);
      await waitUntilTrue('the file is open', () => shown()[0] === name());
      assert.deepEqual(shown(), [name(), '5-7']);
      assert.ok(!logLines().some((line) => line.text.includes(encoded) || line.text.includes('open-tides')));
    });

    it('is refused from a hostile URI', async () => {
      const bad = Buffer.from(editorLinkText(link()).replace('path=', 'path=../')).toString('base64url');
      for (const query of [`link=${bad}`, `link=${bad}&link=${bad}`, editorLinkText(link()), 'token=t', '']) {
        await receiveUri('/open', query);
        assert.equal((await messages().next()).text, refused, query);
      }
      assertNothingOpened('hostile URIs');
    });
  }
});
