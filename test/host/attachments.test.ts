import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  ConfigurationTarget,
  commands,
  env,
  FileSystemError,
  TabInputCustom,
  TabInputText,
  TabInputTextDiff,
  Uri,
  window,
  workspace,
} from 'vscode';
import { hasBrowser } from '../browser/pages/browserBridge.ts';
import { otherPerson } from '../support/harness/otherPerson.ts';
import { useAccount } from '../support/host/account.ts';
import { useProgressNotices } from '../support/host/progressNotices.ts';
import { useQuickInputs } from '../support/host/quickInputs.ts';
import { requestCount, sandboxControl } from '../support/host/sandboxControl.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { waitUntilTrue } from '../support/host/waitUntilTrue.ts';
import { withWorkspaceFolders } from '../support/host/windowMember.ts';
import { openSelected, workspaceFile, workspaceFolder } from '../support/host/workspaceFiles.ts';

const room = 'Code reviews';

/** The URI of the active tab. */
function shownUri(): Uri {
  const input: unknown = window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof TabInputText ? input.uri : assert.fail(`no text is shown but ${JSON.stringify(input)}`);
}

// Signing in uses a browser; on the desktop that would be the user's own.
if (hasBrowser()) {
  describe('Attachments', () => {
    const messages = useMessages();
    const inputs = useQuickInputs();
    const notices = useProgressNotices();
    let post: (name: string, bytes: Uint8Array) => Promise<string>;
    useAccount();
    before(async () => {
      const priya = await otherPerson(
        { origin: process.env.ROOMSIDE_SANDBOX_ORIGIN ?? '', control: sandboxControl },
        'priya.raman@example.com',
      );
      post = (name, bytes) => priya.postFile(room, name, bytes);
    });
    after(() => sandboxControl('DELETE', 'received'));
    afterEach(async () => {
      await sandboxControl('DELETE', 'faults');
      await commands.executeCommand('workbench.action.closeAllEditors');
    });
    const open = (url: string) => commands.executeCommand('roomside.openAttachment', { url });
    const save = (url: string) => commands.executeCommand('roomside.saveAttachment', { url });

    it('open read-only under their own name, unchanged, and are downloaded once', async () => {
      const text = '\ufeffconst tide = "潮";\r\n';
      const url = await post('tide.ts', Buffer.from(text));
      await open(url);
      const uri = shownUri();
      assert.deepEqual([uri.scheme, path.posix.basename(uri.path)], ['roomside-attachment', 'tide.ts']);
      assert.equal(window.activeTextEditor?.document.languageId, 'typescript');
      assert.equal(Buffer.from(await workspace.fs.readFile(uri)).toString(), text);
      const { size } = await workspace.fs.stat(uri);
      assert.equal(size, Buffer.byteLength(text));
      assert.equal(workspace.fs.isWritableFileSystem('roomside-attachment'), false);
      await assert.rejects(async () => workspace.fs.writeFile(uri, Buffer.from('x')));
      const downloads = await requestCount('GET /v1/contents/:id');
      assert.ok(downloads > 0);
      await workspace.fs.readFile(uri);
      await open(url);
      assert.equal(await requestCount('GET /v1/contents/:id'), downloads);
    });

    it('cannot be read at an invalid address, nor as another account', async () => {
      const url = await post('mine.txt', Buffer.from('mine'));
      await open(url);
      const [accountId = '', encoded = ''] = shownUri().query.split('.');
      for (const address of [
        'roomside-attachment:/x',
        'roomside-attachment:/',
        `roomside-attachment:/a/b?${accountId}.${encoded}`,
        `roomside-attachment:/a?${accountId}`,
        `roomside-attachment:/a?${accountId}.${encoded}.more`,
      ]) {
        await assert.rejects(async () => workspace.fs.stat(Uri.parse(address)), { code: 'FileNotFound' });
      }
      const foreign = shownUri().with({ query: `another-account.${encoded}` });
      await assert.rejects(
        async () => workspace.fs.readFile(foreign),
        (error) => error instanceof FileSystemError && error.code === 'NoPermissions',
      );
      const notice = await messages().next();
      assert.match(notice.text, /^Couldn't download mine\.txt\. .*[Ss]ign in/);
      notice.answer();
    });

    it('are never fetched from another server', async () => {
      const done = open('https://files.example/v1/contents/abc');
      const failure = await messages().next();
      assert.match(
        failure.text,
        /The file is on another server \(files\.example\)\. Roomside doesn't send your token there\./,
      );
      failure.answer();
      await done;
    });

    it('report by name that they no longer exist, with a retry', async () => {
      const url = await post('gone.txt', Buffer.from('x'));
      const effect = { kind: 'status', status: 404, message: 'No such content.' };
      await sandboxControl('POST', 'faults', { match: { path: '/v1/contents/' }, effect });
      const done = commands.executeCommand('roomside.openAttachment', { url, name: 'gone.txt' });
      const failure = await messages().next();
      assert.match(failure.text, /^Couldn't download gone\.txt\. .*\(404\)/);
      failure.answer();
      await done;
    });

    it('are compared with the file of the same name', async () => {
      const mine = await workspaceFile('deep/er/[id].ts', 'mine\n');
      const url = await post('[id].ts', Buffer.from('theirs\n'));
      await commands.executeCommand('roomside.compareAttachment', { url });
      const input: unknown = window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof TabInputTextDiff, JSON.stringify(input));
      assert.deepEqual([input.original.scheme, `${input.modified}`], ['roomside-attachment', `${mine}`]);
      await rm(path.join(workspaceFolder(), 'deep'), { recursive: true });
    });

    it('open as text, whatever editor their name suggests, except images', async () => {
      const outputs = [{ output_type: 'display_data', metadata: {}, data: { 'text/html': '<script>1</script>' } }];
      const cell = { cell_type: 'code', execution_count: 1, metadata: {}, source: 'x', outputs };
      const notebook = JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 });
      await open(await post('page.ipynb', Buffer.from(notebook)));
      assert.equal(path.posix.basename(shownUri().path), 'page.ipynb');
      assert.equal(window.activeTextEditor?.document.getText(), notebook);
      assert.equal(window.activeNotebookEditor, undefined);
      await open(await post('drawing.svg', Buffer.from('<svg/>')));
      assert.equal(path.posix.basename(shownUri().path), 'drawing.svg');
      const workbench = workspace.getConfiguration('workbench');
      const associations = { '*.drawio.png': 'default' };
      await workbench.update('editorAssociations', associations, ConfigurationTarget.Global);
      try {
        for (const name of ['photo.png', 'plan.drawio.png']) {
          await open(await post(name, Buffer.from('no picture')));
          const picture: unknown = window.tabGroups.activeTabGroup.activeTab?.input;
          assert.ok(picture instanceof TabInputCustom, JSON.stringify(picture));
          assert.equal(path.posix.basename(picture.uri.path), name);
          assert.equal(picture.viewType, 'imagePreview.previewEditor');
        }
      } finally {
        await workbench.update('editorAssociations', undefined, ConfigurationTarget.Global);
      }
    });

    it('are compared as text even if both files are notebooks', async () => {
      const notebook = Buffer.from('{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}');
      const mine = await workspaceFile('same.ipynb', `${notebook}\n`);
      await commands.executeCommand('roomside.compareAttachment', { url: await post('same.ipynb', notebook) });
      const input: unknown = window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof TabInputTextDiff, JSON.stringify(input));
      assert.equal(`${input.modified}`, `${mine}`);
      await rm(mine.fsPath);
    });

    it('of unknown size are downloaded only after a confirmation', async () => {
      const url = await post('unknown.txt', Buffer.from('x'));
      const headers = { 'content-disposition': 'attachment; filename="unknown.txt"' };
      const effect = { kind: 'status', status: 200, headers, body: '' };
      await sandboxControl('POST', 'faults', { match: { method: 'HEAD', path: '/v1/contents/' }, effect });
      const downloads = await requestCount('GET /v1/contents/:id');
      for (const answer of [undefined, 'Open']) {
        const done = open(url);
        const question = await messages().next();
        assert.equal(question.text, 'The size of unknown.txt is unknown. Files up to 20 MB can be opened.');
        assert.deepEqual(question.buttons, ['Open', 'Save to Workspace…']);
        assert.equal(await requestCount('GET /v1/contents/:id'), downloads);
        question.answer(answer);
        await done;
      }
      assert.equal(path.posix.basename(shownUri().path), 'unknown.txt');
    });

    it('are saved into the chosen folder under a safe name', async () => {
      const bytes = randomBytes(300_000);
      const url = await post('saved.bin', bytes);
      const done = save(url);
      const folders = await inputs().next();
      assert.equal(folders.title, 'Save saved.bin to…');
      await folders.choose(path.basename(workspaceFolder()));
      await done;
      const file = path.join(workspaceFolder(), 'saved.bin');
      const saved = await messages().next();
      assert.deepEqual([saved.text, saved.buttons], ['Saved saved.bin', ['Open']]);
      saved.answer();
      assert.ok((await readFile(file)).equals(bytes));
      await rm(file);
    });

    it('open as text from the notification after saving, whatever their name suggests', async () => {
      const url = await post('page.ipynb', Buffer.from('{"cells":[]}'));
      const done = save(url);
      await (await inputs().next()).choose(path.basename(workspaceFolder()));
      await done;
      (await messages().next()).answer('Open');
      const file = path.join(workspaceFolder(), 'page.ipynb');
      await waitUntilTrue('the file is open', () => window.activeTextEditor?.document.uri.fsPath === file);
      await rm(file);
    });

    it('share one notification when they are requested again meanwhile', async () => {
      const url = await post('slow.txt', Buffer.from('slow'));
      const effect = { kind: 'latency', ms: 1000 }; // twice as long as a download stays without a notification
      await sandboxControl('POST', 'faults', { match: { method: 'GET', path: '/v1/contents/' }, times: 1, effect });
      await Promise.all([open(url), open(url)]);
      assert.deepEqual(
        notices().map(({ isOver }) => isOver),
        [true],
      );
    });

    it('overwrite a file only if the user confirms', async () => {
      const url = await post('taken.txt', Buffer.from('theirs'));
      const mine = await workspaceFile('taken.txt', 'mine');
      for (const [answer, kept, second] of [
        [undefined, 'mine', undefined],
        ['Keep Both', 'mine', 'theirs'],
        ['Replace', 'theirs', 'theirs'],
      ] as const) {
        const done = save(url);
        await (await inputs().next()).choose(path.basename(workspaceFolder()));
        const question = await messages().next();
        assert.deepEqual([question.isModal, question.buttons], [true, ['Keep Both', 'Replace']]);
        question.answer(answer);
        await done;
        if (answer !== undefined) (await messages().next()).answer();
        assert.equal(await readFile(mine.fsPath, 'utf8'), kept);
        const copy = path.join(workspaceFolder(), 'taken (2).txt');
        assert.equal(await readFile(copy, 'utf8').catch(() => undefined), second);
      }
      for (const name of ['taken.txt', 'taken (2).txt']) await rm(path.join(workspaceFolder(), name));
    });

    it('keep a file that is created while the user decides', async () => {
      const url = await post('taken.txt', Buffer.from('theirs'));
      const mine = await workspaceFile('taken.txt', 'mine');
      const done = save(url);
      await (await inputs().next()).choose(path.basename(workspaceFolder()));
      const question = await messages().next();
      const created = await workspaceFile('taken (2).txt', 'created');
      question.answer('Keep Both');
      const refusal = await messages().next();
      refusal.answer();
      await done;
      assert.match(refusal.text, /A file with this name already exists/);
      assert.equal(await readFile(created.fsPath, 'utf8'), 'created');
      for (const { fsPath } of [mine, created]) await rm(fsPath);
    });

    it('are saved into any folder of a workspace that has several', async () => {
      const other = await mkdtemp(path.join(tmpdir(), 'roomside-second-'));
      const second = { uri: Uri.file(other), name: 'second', index: 1 };
      const url = await post('several.txt', Buffer.from('theirs'));
      await withWorkspaceFolders([...(workspace.workspaceFolders ?? []), second], async () => {
        const done = save(url);
        const folders = await inputs().next();
        const first = path.basename(workspaceFolder());
        assert.deepEqual(folders.rows, [first, 'second', 'Another Workspace Folder…']);
        await folders.choose('second');
        await done;
      });
      assert.equal(await readFile(path.join(other, 'several.txt'), 'utf8'), 'theirs');
      await rm(other, { recursive: true });
    });

    it('offer the folder of the active file, but not that of an untitled text', async () => {
      const url = await post('beside.txt', Buffer.from('x'));
      const first = path.basename(workspaceFolder());
      const [inFolder, untitled] = [await workspaceFile('deep/mine.txt', 'x'), { content: 'x' }];
      for (const [document, rows] of [
        [inFolder, ['deep', first]],
        [untitled, [first]],
      ] as const) {
        await openSelected(document);
        const done = save(url);
        const folders = await inputs().next();
        assert.deepEqual(folders.rows, [...rows, 'Another Workspace Folder…']);
        await commands.executeCommand('workbench.action.closeQuickOpen');
        await done;
      }
      await rm(path.join(workspaceFolder(), 'deep'), { recursive: true });
    });

    it('cannot be saved without an open workspace folder, and say so', async () => {
      const url = await post('nowhere.txt', Buffer.from('x'));
      await withWorkspaceFolders(undefined, async () => {
        const done = save(url);
        const failure = await messages().next();
        assert.match(failure.text, /No folder is open\. Open a folder first, or download the file instead\./);
        failure.answer();
        await done;
      });
    });

    it('are never passed to an external program', async () => {
      const opened: string[] = [];
      const { openExternal } = env;
      Object.assign(env, { openExternal: async (target: Uri) => opened.push(`${target}`) > 0 });
      try {
        for (const name of ['setup.exe', 'setup.sh', 'setup.html', 'setup.desktop']) {
          await open(await post(name, Buffer.from('#!/bin/sh\n\0exit 1\n')));
          const input: unknown = window.tabGroups.activeTabGroup.activeTab?.input;
          assert.ok(input instanceof TabInputText, `${name}: ${JSON.stringify(input)}`);
          assert.deepEqual([input.uri.scheme, input.uri.path], ['roomside-attachment', `/${name}`]);
        }
        const done = save(await post('saved.sh', Buffer.from('#!/bin/sh\n')));
        await (await inputs().next()).choose(path.basename(workspaceFolder()));
        await done;
      } finally {
        Object.assign(env, { openExternal });
      }
      assert.deepEqual(opened, []);
      const saved = path.join(workspaceFolder(), 'saved.sh');
      assert.equal((await stat(saved)).mode & 0o111, 0);
      await rm(saved);
    });

    it('are never written outside the workspace through a link', async () => {
      const outside = path.join(workspaceFolder(), '..', `outside-${process.pid}`);
      await mkdir(outside);
      await symlink(outside, path.join(workspaceFolder(), 'link'));
      const beside = await workspaceFile('link/beside.txt', 'x');
      await window.showTextDocument(beside);
      const url = await post('escape.txt', Buffer.from('x'));
      const done = save(url);
      await (await inputs().next()).choose('link');
      const failure = await messages().next();
      assert.match(failure.text, /“link” is outside the workspace\. Choose a folder in/);
      failure.answer();
      await done;
      await rm(path.join(workspaceFolder(), 'link'));
      await rm(outside, { recursive: true });
    });
  });
}
