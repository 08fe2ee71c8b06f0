import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { commands, Uri } from 'vscode';
import { describeWithBrowser } from '../browser/pages/browserBridge.ts';
import { closeRepository, git, openRepository, refresh } from '../support/host/gitRepository.ts';
import { received } from '../support/host/sandboxControl.ts';
import { useShares } from '../support/host/useShares.ts';
import { workspaceFolder } from '../support/host/workspaceFiles.ts';

const room = 'Code reviews';

const patchIn = (markdown: string): string =>
  /`{3,}diff\n([\s\S]*?)`{3,}$/.exec(markdown)?.[1] ?? assert.fail(markdown);

describeWithBrowser('Shared changes', () => {
  const { inputs } = useShares(room);
  let count = 0;
  let root = '';
  const write = (name: string, content: string | Uint8Array) => writeFile(path.join(root, name), content);

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

  it('include staged changes after a row of the confirmation', async () => {
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
