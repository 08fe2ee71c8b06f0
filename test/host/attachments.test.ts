import assert from 'node:assert/strict';
import { mkdir, readFile, rm, stat, symlink } from 'node:fs/promises';
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
import { describeWithBrowser } from '../browser/pages/browserBridge.ts';
import { otherPerson } from '../support/harness/otherPerson.ts';
import { signOut, useAccount } from '../support/host/account.ts';
import { useQuickInputs } from '../support/host/quickInputs.ts';
import { requestCount, sandboxControl } from '../support/host/sandboxControl.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { waitUntilTrue } from '../support/host/waitUntilTrue.ts';
import { workspaceFile, workspaceFolder } from '../support/host/workspaceFiles.ts';

const room = 'Code reviews';

/** The URI of the active tab. */
function shownUri(): Uri {
  const input: unknown = window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof TabInputText ? input.uri : assert.fail(`no text is shown but ${JSON.stringify(input)}`);
}

describeWithBrowser('Attachments', () => {
  const messages = useMessages();
  const inputs = useQuickInputs();
  let post: (name: string, bytes: Uint8Array) => Promise<string>;
  useAccount();
  before(async () => {
    const service = { origin: process.env.ROOMSIDE_SANDBOX_ORIGIN ?? '', control: sandboxControl };
    const priya = await otherPerson(service, 'priya.raman@example.com');
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
    const reading = async () => workspace.fs.readFile(foreign);
    await assert.rejects(reading, (error) => error instanceof FileSystemError && error.code === 'NoPermissions');
    const notice = await messages().next();
    assert.match(notice.text, /^Couldn't download mine\.txt\. .*[Ss]ign in/);
    notice.answer();
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

  it('are closed without a message when their account signs out', async () => {
    const mine = await workspaceFile('tide.txt', 'mine\n');
    await window.showTextDocument(mine, { preview: false });
    const url = await post('tide.txt', Buffer.from('theirs\n'));
    await commands.executeCommand('roomside.compareAttachment', { url });
    await commands.executeCommand('workbench.action.keepEditor');
    await open(url);
    const inputsShown = () => window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
    assert.equal(inputsShown().length, 3);
    await signOut();
    await waitUntilTrue('the tabs are closed', () => inputsShown().length === 1);
    const [left] = inputsShown();
    assert.ok(left instanceof TabInputText && !(left instanceof TabInputTextDiff) && `${left.uri}` === `${mine}`);
    assert.deepEqual(messages().all, []);
  });
});
