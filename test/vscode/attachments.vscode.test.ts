import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { commands, FileSystemError, TabInputText, TabInputTextDiff, Uri, window, workspace } from 'vscode';
import { otherPerson } from '../harness/otherPerson.ts';
import { signIn, signOut } from './host/account.ts';
import { useQuickInputs } from './host/quickInputs.ts';
import { requestCount, sandboxControl } from './host/sandboxControl.ts';
import { useMessages } from './host/shownMessages.ts';
import { workspaceFile, workspaceFolder } from './host/workspaceFiles.ts';
import { hasBrowser } from './workbench/browserBridge.ts';

const room = 'Code reviews';

/** The address of the tab in front. */
function shownUri(): Uri {
  const input: unknown = window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof TabInputText ? input.uri : assert.fail(`no text is shown but ${JSON.stringify(input)}`);
}

// Signing in goes through a browser; on the desktop that would be the user's own.
if (hasBrowser()) {
  describe('Attachments', () => {
    const messages = useMessages();
    const inputs = useQuickInputs();
    let post: (name: string, bytes: Uint8Array) => Promise<string>;
    before(async () => {
      await signIn();
      const priya = await otherPerson(
        { origin: process.env.ROOMSIDE_SANDBOX_ORIGIN ?? '', control: sandboxControl },
        'priya.raman@example.com',
      );
      post = (name, bytes) => priya.postFile(room, name, bytes);
    });
    after(async () => {
      await sandboxControl('DELETE', 'received');
      await signOut();
    });
    afterEach(async () => {
      await sandboxControl('DELETE', 'faults');
      await commands.executeCommand('workbench.action.closeAllEditors');
    });
    const open = (url: string) => commands.executeCommand('roomside.openAttachment', { url });
    const save = (url: string) => commands.executeCommand('roomside.saveAttachment', { url });

    it('open read-only under their own name, with every byte, and come once', async () => {
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

    it('cannot be read under an address that is none, nor as another account', async () => {
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
      const foreign = shownUri().with({ query: `somebody-else.${encoded}` });
      await assert.rejects(
        async () => workspace.fs.readFile(foreign),
        (error) => error instanceof FileSystemError && error.code === 'NoPermissions',
      );
    });

    it('are never fetched from another server', async () => {
      const done = open('https://files.example/v1/contents/abc');
      const failure = await messages().next();
      assert.match(failure.text, /The file is on another server \(files\.example\), which must not see your token\./);
      failure.answer();
      await done;
    });

    it('that are gone say so, with a way to try again', async () => {
      const url = await post('gone.txt', Buffer.from('x'));
      const effect = { kind: 'status', status: 404, message: 'No such content.' };
      await sandboxControl('POST', 'faults', { match: { path: '/v1/contents/' }, effect });
      const done = open(url);
      const failure = await messages().next();
      assert.match(failure.text, /404|not there|no longer/i);
      failure.answer();
      await done;
    });

    it('are shown beside the file of the same name', async () => {
      const mine = await workspaceFile('deep/er/[id].ts', 'mine\n');
      const url = await post('[id].ts', Buffer.from('theirs\n'));
      await commands.executeCommand('roomside.compareAttachment', { url });
      const input: unknown = window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof TabInputTextDiff, JSON.stringify(input));
      assert.deepEqual([input.original.scheme, `${input.modified}`], ['roomside-attachment', `${mine}`]);
      await rm(path.join(workspaceFolder(), 'deep'), { recursive: true });
    });

    it('are saved into the folder the user says, under a safe name', async () => {
      const bytes = randomBytes(300_000);
      const url = await post('saved.bin', bytes);
      const done = save(url);
      const folders = await inputs().next();
      assert.equal(folders.title, 'Save saved.bin into…');
      await folders.choose(path.basename(workspaceFolder()));
      await done;
      const file = path.join(workspaceFolder(), 'saved.bin');
      assert.ok((await readFile(file)).equals(bytes));
      await rm(file);
    });

    it('take no place that is taken, unless the user says so', async () => {
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
        assert.equal(await readFile(mine.fsPath, 'utf8'), kept);
        const copy = path.join(workspaceFolder(), 'taken (2).txt');
        assert.equal(await readFile(copy, 'utf8').catch(() => undefined), second);
      }
      for (const name of ['taken.txt', 'taken (2).txt']) await rm(path.join(workspaceFolder(), name));
    });

    it('never leave the workspace through a link', async () => {
      const outside = path.join(workspaceFolder(), '..', `outside-${process.pid}`);
      await mkdir(outside);
      await symlink(outside, path.join(workspaceFolder(), 'link'));
      const beside = await workspaceFile('link/beside.txt', 'x');
      await window.showTextDocument(beside);
      const url = await post('escape.txt', Buffer.from('x'));
      const done = save(url);
      await (await inputs().next()).choose('link');
      const failure = await messages().next();
      assert.match(failure.text, /“link” lies outside the workspace\. Choose a folder inside/);
      failure.answer();
      await done;
      await rm(path.join(workspaceFolder(), 'link'));
      await rm(outside, { recursive: true });
    });
  });
}
