import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { commands, Uri } from 'vscode';
import { parseEditorLinkAddress } from '../../src/core/git/editorLink.ts';
import { parseSnippetHeader } from '../../src/core/snippet/snippetHeader.ts';
import { gitApi } from '../../src/host/git/gitApi.ts';
import { describeWithBrowser } from '../browser/pages/browserBridge.ts';
import { closeRepository, git, openRepository } from '../support/host/gitRepository.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { useShares } from '../support/host/useShares.ts';
import { workspaceFolder } from '../support/host/workspaceFiles.ts';

const room = 'Code reviews';
const host = 'https://github.com/team/tides';

describeWithBrowser('A shared version of Git', () => {
  useMessages();
  const { inputs, finish, share } = useShares(room);
  let count = 0;
  let root = '';
  let first = '';
  let second = '';
  const write = (name: string, content: string | Uint8Array) => writeFile(path.join(root, name), content);
  const uri = (name: string): Uri => Uri.file(path.join(root, name));
  const short = (commit: string): string => commit.slice(0, 10);

  async function commit(message: string): Promise<string> {
    await git(root, 'add', '--all');
    await git(root, 'commit', '--allow-empty', '-m', message);
    return git(root, 'rev-parse', 'HEAD');
  }

  /** The URI of a file at a revision, as VS Code passes it from the menu of a tab. */
  async function at(name: string, ref: string): Promise<Uri> {
    return (await gitApi())?.toGitUri(uri(name), ref) ?? assert.fail('no git');
  }

  /** Runs a command as the Timeline does: VS Code does not pass the item. */
  const fromTimeline = (command: string, name: string) =>
    commands.executeCommand(command, undefined, uri(name), 'git-history');

  /** A repository with two commits of a renamed file, the first of which the remote has. */
  beforeEach(async () => {
    count += 1;
    root = path.join(workspaceFolder(), `versions${count}`);
    await mkdir(root);
    await git(root, 'init');
    await write('old name.ts', 'one\ntwo\n\nthree\nfour\nfive\n');
    first = await commit('Add *tides*\n\nbody');
    await git(root, 'remote', 'add', 'origin', 'https://ada:ghp_token@github.com/team/tides.git');
    await git(root, 'update-ref', 'refs/remotes/origin/main', first);
    await git(root, 'mv', 'old name.ts', 'tide.ts');
    await write('tide.ts', 'one\ntwo\n\nthree\nfour\nsix\n');
    second = await commit('Rename $(rocket) it');
    await write('tide.ts', 'not committed\n');
    await openRepository(root);
  });

  afterEach(() => closeRepository(root));

  it('is the file with the path, commit and link of the commit that was picked', async () => {
    const done = fromTimeline('roomside.shareFileVersion', 'tide.ts');
    const pick = await inputs().next();
    assert.equal(pick.title, 'Share File Version');
    assert.deepEqual(pick.rows, [
      `Rename $ (rocket) it | ${short(second)} | Ada · just now`,
      `Add *tides* | ${short(first)} | Ada · just now`,
    ]);
    await pick.choose('Add *tides*');
    const { markdown } = await finish(done);
    const { editorLink = '' } = parseSnippetHeader(markdown.split('\n')[0] ?? '') ?? {};
    const lines = [{ startLine: 1, endLine: 6 }];
    const place = { path: 'old name.ts', lines, remote: 'github.com/team/tides', commit: first };
    assert.deepEqual(parseEditorLinkAddress(editorLink, '/'), place);
    const link = `${host}/blob/${first}/old%20name.ts`;
    const header = `**versions${count}/old name.ts** · lines 1–6 · TypeScript · [open in editor](<${editorLink}>) · [commit ${short(first)}](<${link}>)`;
    assert.equal(markdown, `${header}\n\n\`\`\`ts\none\ntwo\n\nthree\nfour\nfive\n\`\`\``);
  });

  it('needs no question where an editor of Git shows it, and has no link if it was not pushed', async () => {
    const { markdown } = await share('roomside.shareFileVersion', await at('tide.ts', 'HEAD'), { groupId: 1 });
    const header = `**versions${count}/tide.ts** · `;
    const [line = ''] = markdown.split('\n');
    assert.ok(line.startsWith(header) && line.endsWith(` · commit ${short(second)}`), line);
    assert.ok(markdown.includes('\nsix\n'), markdown);
  });

  it('is picked for the index, which is no commit, and is first but not active where a diff shows it', async () => {
    const diff = [await at('old name.ts', first), await at('tide.ts', second), 'tide.ts'];
    await commands.executeCommand('vscode.diff', await at('tide.ts', ''), ...diff.slice(1));
    await write('tide.ts', 'one more\n');
    await commit('third');
    void fromTimeline('roomside.shareCommit', 'tide.ts');
    const pick = await inputs().next();
    assert.equal(pick.rows[0], `Rename $ (rocket) it | ${short(second)} | Ada · just now · shown in the editor`);
    assert.equal(pick.rows.length, 3);
    assert.equal(pick.active, '');
    await commands.executeCommand('workbench.action.closeQuickOpen');
    void commands.executeCommand('roomside.shareCommit', await at('tide.ts', ''));
    assert.equal((await inputs().next()).title, 'Share Commit');
  });
});
