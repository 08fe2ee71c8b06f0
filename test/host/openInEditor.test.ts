import assert from 'node:assert/strict';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { commands, env, TabInputTextDiff, Uri, window, workspace } from 'vscode';
import { systemClock } from '../../src/core/base/clock.ts';
import { type EditorLink, editorLinkText } from '../../src/core/git/editorLink.ts';
import { createOpenInEditor } from '../../src/features/openInEditor/index.ts';
import { recentPlaces } from '../../src/features/openInEditor/recentPlaces.ts';
import { ErrorReporter } from '../../src/host/errors/errorReporter.ts';
import { callbackUri } from '../../src/host/vscode/callbackUri.ts';
import { hasBrowser, inBrowser } from '../browser/pages/browserBridge.ts';
import { RecordingLog } from '../support/fakes/recordingLog.ts';
import { createTemporaryFolder } from '../support/harness/temporaryFolder.ts';
import { logLines, nextLogLine } from '../support/host/extensionLog.ts';
import { git, openRepository, refresh } from '../support/host/gitRepository.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { waitUntilTrue } from '../support/host/waitUntilTrue.ts';
import { useManualSave, workspaceFile, workspaceFolder } from '../support/host/workspaceFiles.ts';

const remote = 'github.com/team/open-tides';
const page = 'https://broker.example.com/open';
const text = Array.from({ length: 20 }, (_, index) => `const value${index + 1} = read(${index + 1});`);

const open = (address: string): Thenable<unknown> => commands.executeCommand('roomside.openInEditor', address);
const addressOf = (link: EditorLink): string => `${page}#${editorLinkText(link)}`;

describe('A link to shared code', () => {
  const messages = useMessages();
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
  after(() => rm(root(), { recursive: true }));
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

  it('also finds clones in the recent folders of a remote computer, which the browser names as remote', async () => {
    const places = await recentPlaces(systemClock);
    assert.ok(places.some(({ folders }) => folders.includes(workspaceFolder())));
  });

  it('selects the lines in the open clone of its repository', async () => {
    await open(addressOf(link()));
    assert.deepEqual(shown(), [name(), '5-7']);
    assert.deepEqual(messages().all, []);
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
    const label = window.tabGroups.activeTabGroup.activeTab?.label;
    assert.equal(label, `values ${count}.ts (${commit.slice(0, 10)} ↔ Workspace)`);
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

  it('is opened once by the window of its folder, also if two windows have it', async () => {
    const temporary = createTemporaryFolder();
    const storage = Uri.file(temporary.path);
    const handover = { version: 1, folder: workspaceFolder(), link: editorLinkText(link()), atMs: Date.now() };
    await writeFile(path.join(storage.fsPath, 'openInEditor.json'), JSON.stringify(handover));
    await write('// new', ...text);
    const log = new RecordingLog();
    const services = { storage, errors: new ErrorReporter(log), clock: systemClock, log };
    await Promise.all([1, 2].map(() => createOpenInEditor(services).takeHandover()));
    assert.deepEqual(shown(), [name(), '6-8']);
    const said = messages().all.map(({ kind, text: words }) => [kind, words]);
    assert.deepEqual(said, [['information', `open-tides/${name()}: these lines moved from line 5 to line 6.`]]);
    assert.deepEqual(await readdir(storage.fsPath), []);
    await temporary.remove();
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
  }
});
