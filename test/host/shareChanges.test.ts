import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { commands, Uri } from 'vscode';
import { describeWithBrowser } from '../browser/pages/browserBridge.ts';
import { closeRepository, git, openRepository, refresh } from '../support/host/gitRepository.ts';
import { received, sandboxControl } from '../support/host/sandboxControl.ts';
import { useShares } from '../support/host/useShares.ts';
import { workspaceFolder } from '../support/host/workspaceFiles.ts';

const room = 'Code reviews';

const patchIn = (markdown: string): string =>
  /`{3,}diff\n([\s\S]*?)`{3,}$/.exec(markdown)?.[1] ?? assert.fail(markdown);

describeWithBrowser('Shared changes', () => {
  const { inputs, share } = useShares(room);
  let count = 0;
  let root = '';
  const write = (name: string, content: string | Uint8Array) => writeFile(path.join(root, name), content);
  const newFile = (name: string, line: string): string =>
    `diff --git a/${name} b/${name}\nnew file mode 100644\nindex …\n--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+${line}\n\\ No newline at end of file\n`;

  async function repository() {
    const opened = await openRepository(root);
    await refresh(opened);
    return opened;
  }

  beforeEach(async () => {
    count += 1;
    root = path.join(workspaceFolder(), `changes${count}`);
    await mkdir(root);
    await git(root, 'init');
    await write('one.txt', 'a\r\nb\n');
    await write('two.txt', '```\n');
    await git(root, 'add', '.');
    await git(root, 'commit', '-m', 'first');
  });

  afterEach(() => closeRepository(root));

  it('send what git writes, with new files as part of the patch, and name them', async () => {
    await write('one.txt', 'a\r\nB ä\n');
    await write('two.txt', '```\n````\n');
    await write('new.txt', 'x');
    const { rootUri } = await repository();
    const { markdown, rows } = await share('roomside.shareChanges', { rootUri });
    const patch = `${await git(root, 'diff')}\n${newFile('new.txt', 'x')}`;
    assert.match(patch, /\+B ä\n/);
    const shown = markdown.replace(/^index 0000000\.\.[0-9a-f]+$/m, 'index …');
    assert.equal(shown, `**changes${count}** · changes · main\n\n\`\`\`\`\`diff\n${patch}\`\`\`\`\``);
    assert.ok(rows.includes('The patch includes a new file: new.txt'), rows.join('\n'));
  });

  it('send only the selected file, even if git would read its name as a pattern', async () => {
    for (const name of ['[ab].txt', 'a.txt']) await write(name, 'first\n');
    await git(root, 'add', '.');
    for (const name of ['[ab].txt', 'a.txt']) await write(name, `changed ${name}\n`);
    const { rootUri } = await repository();
    const { markdown } = await share('roomside.shareChanges', { resourceUri: Uri.joinPath(rootUri, '[ab].txt') });
    assert.ok(markdown.includes('+changed [ab].txt'), markdown);
    assert.ok(!markdown.includes('+changed a.txt'), markdown);
  });

  it('send a renamed file as a rename, alone and with other rows, whatever its name and the configuration', async () => {
    const names = ['-x y.txt', 'é "q".txt', 'new\\n.txt'];
    const lines = (name: string) => Array.from({ length: 9 }, (_, index) => `${name} ${index}\n`).join('');
    for (const name of names) await write(`old ${name}`, lines(name));
    await git(root, 'add', '.');
    await git(root, 'commit', '-m', 'second');
    await git(root, 'config', 'diff.renames', 'false');
    await git(root, 'config', 'status.renames', 'true');
    for (const name of names) await git(root, 'mv', '--', `old ${name}`, name);
    await write('-x y.txt', `${lines('-x y.txt')}edited\n`);
    await write('-new.txt', 'x\n');
    await git(root, 'add', '.');
    const { rootUri } = await repository();
    const row = (name: string) => ({ resourceUri: Uri.joinPath(rootUri, name) });
    const everyRow = names.map(row);
    for (const rows of [everyRow.slice(0, 1), everyRow]) {
      const { markdown } = await share('roomside.shareStagedChanges', ...rows);
      const patch = patchIn(markdown);
      await writeFile(path.join(workspaceFolder(), 'renames.patch'), patch);
      await git(root, 'stash');
      await git(root, 'apply', '--index', '../renames.patch');
      const status = (await git(root, 'status', '--porcelain', '-z')).split('\0');
      assert.equal(status.filter((line) => line.startsWith('R  ')).length, rows.length, status.join('\n'));
      assert.equal(status.filter((line) => /^[AMD]/.test(line)).length, 0);
      await git(root, 'reset', '--hard');
      await git(root, 'stash', 'pop', '--index');
      await repository();
      await sandboxControl('DELETE', 'received');
    }
  });

  it('include staged changes after a row of the last step', async () => {
    await write('one.txt', 'staged\n');
    await git(root, 'add', '.');
    await write('two.txt', 'not staged\n');
    const { rootUri } = await repository();
    const done = commands.executeCommand('roomside.shareChanges', { rootUri });
    await (await inputs().next()).choose(room);
    await (await inputs().next()).choose('Include 1 Staged Change');
    const wider = await inputs().next();
    assert.ok(!wider.rows.some((row) => row.includes('Staged')), wider.rows.join('\n'));
    await wider.choose(`Send to ${room}`);
    await done;
    const [sent] = await received();
    assert.equal(patchIn(sent?.markdown ?? ''), `${await git(root, 'diff', 'HEAD')}\n`);
  });

  it('are not widened when nothing is selected', async () => {
    await write('one.txt', 'changed\n');
    const { rootUri } = await repository();
    void commands.executeCommand('roomside.shareStagedChanges', { rootUri });
    assert.deepEqual((await inputs().next()).rows, [`changes${count} has no staged changes to share.`]);
    void commands.executeCommand('roomside.shareChanges', { resourceUri: Uri.joinPath(rootUri, 'two.txt') });
    assert.deepEqual((await inputs().next()).rows, ['two.txt has no changes to share.']);
    await commands.executeCommand('workbench.action.closeQuickOpen');
    assert.equal(inputs().openedCount, 2);
  });
});
