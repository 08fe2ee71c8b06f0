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
    const alternatives = await inputs().next();
    assert.ok(!alternatives.rows.some((row) => row.includes('Staged')), alternatives.rows.join('\n'));
    await alternatives.choose(`Send to ${room}`);
    await done;
    const [sent] = await received();
    assert.equal(patchIn(sent?.markdown ?? ''), `${await git(root, 'diff', 'HEAD')}\n`);
  });

  it('are those of a stash after More Actions, and at once those of a branch if nothing else has changed', async () => {
    await git(root, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
    const first = (await git(root, 'rev-parse', 'HEAD')).slice(0, 10);
    await write('three.txt', 'new\n');
    await git(root, 'add', '.');
    await git(root, 'commit', '-m', 'second');
    const second = (await git(root, 'rev-parse', 'HEAD')).slice(0, 10);
    await write('three.txt', 'aside\n');
    await git(root, 'stash', 'push', '-m', 'aside');
    const { rootUri } = await repository();
    const branch = commands.executeCommand('roomside.shareChanges', { rootUri });
    const labels = ['Changes Since origin/main (1 commit, 1 file)', 'Stash: On main: aside (1 file)'] as const;
    const others = await inputs().next();
    assert.deepEqual(others.rows, labels);
    await others.choose(labels[0]);
    await (await inputs().next()).choose(room);
    await (await inputs().next()).choose(`Send to ${room}`);
    await branch;
    await write('three.txt', 'changed\n');
    await repository();
    const stash = commands.executeCommand('roomside.shareChanges', { rootUri });
    await (await inputs().next()).choose(room);
    const confirmation = await inputs().next();
    await confirmation.choose('More Actions…');
    await confirmation.choose(labels[1]);
    await (await inputs().next()).choose(`Send to ${room}`);
    await stash;
    const texts = (await received()).map(({ markdown = '' }) => markdown);
    assert.deepEqual(
      texts.map((text) => text.split('\n')[0]),
      [
        `**changes${count}** · changes · main since origin/main · commit ${second} · since commit ${first}`,
        `**changes${count}** · changes · stash: On main: aside · on commit ${second}`,
      ],
    );
    assert.match(texts[0] ?? '', /^\+new$/m);
    assert.match(texts[1] ?? '', /^-new\n\+aside$/m);
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
