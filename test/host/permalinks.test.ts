import assert from 'node:assert/strict';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { commands, env, Position, Selection, Uri } from 'vscode';
import { parseEditorLinkAddress } from '../../src/core/git/editorLink.ts';
import { parseSnippetHeader } from '../../src/core/snippet/snippetHeader.ts';
import { gitApi } from '../../src/host/git/gitApi.ts';
import { useNoAccount } from '../support/host/account.ts';
import { closeRepository, git, openRepository, refresh } from '../support/host/gitRepository.ts';
import { setUserSetting } from '../support/host/userSetting.ts';
import { openSelected, useManualSave, workspaceFolder } from '../support/host/workspaceFiles.ts';

const text = 'one\ntwo\nthree\nfour\nfive\n';
const lines = (from: number, to: number) => new Selection(from - 1, 0, to, 0);

async function header(): Promise<string> {
  await commands.executeCommand('roomside.copyAsMessage');
  return (await env.clipboard.readText()).split('\n')[0] ?? '';
}

describe('The link of shared lines', () => {
  useNoAccount(); // a broker would add its own link
  // One for each test, and not deleted: Git watches the folders that it has opened.
  let count = 0;
  const root = () => path.join(workspaceFolder(), `repo${count}`);
  const shown = (name = 'src/a b.txt') => `**repo${count}/${name}**`;
  const file = (name = 'src/a b.txt') => Uri.file(path.join(root(), name));
  let commit = '';
  useManualSave();

  async function write(name: string, content: string): Promise<void> {
    await mkdir(path.dirname(path.join(root(), name)), { recursive: true });
    await writeFile(path.join(root(), name), content);
  }

  /** A repository with one commit that its remote contains, according to git. */
  before(async () => {
    await write('src/a b.txt', text);
    await git(root(), 'init');
    await git(root(), 'add', '.');
    await git(root(), 'commit', '-m', 'first');
    commit = await git(root(), 'rev-parse', 'HEAD');
    await git(root(), 'remote', 'add', 'origin', 'https://ada:ghp_token@github.com/team/tides.git');
    await git(root(), 'update-ref', 'refs/remotes/origin/main', commit);
  });
  /** A copy of it: git takes longer. */
  beforeEach(async () => {
    const original = path.join(workspaceFolder(), 'repo0');
    count += 1;
    await cp(original, root(), { recursive: true });
    await openRepository(root());
  });
  afterEach(async () => {
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await commands.executeCommand('workbench.action.closeAllEditors');
    await closeRepository(root());
  });

  const linkTo = (fragment: string) => `https://github.com/team/tides/blob/${commit}/src/a%20b.txt${fragment}`;

  it('names the commit, without the credentials of the remote, and can be parsed again', async () => {
    await openSelected(file(), lines(2, 3));
    const line = await header();
    assert.equal(line, `${shown()} · lines 2–3 · [commit ${commit.slice(0, 10)}](<${linkTo('#L2-L3')}>)`);
    assert.deepEqual(parseSnippetHeader(line), {
      path: `repo${count}/src/a b.txt`,
      ranges: [{ startLine: 2, endLine: 3 }],
      state: 'saved',
      commit: commit.slice(0, 10),
      link: linkTo('#L2-L3'),
    });
  });

  it('is written for each of several ranges, and for a file', async () => {
    await openSelected(file(), lines(1, 1), lines(4, 5));
    assert.match(await header(), new RegExp(`\\]\\(<${linkTo('').replaceAll('.', '\\.')}>\\)$`));
    const message = await env.clipboard.readText();
    assert.ok(message.includes(`\n\n[line 1](<${linkTo('#L1')}>)\n\n\`\`\`\none\n\`\`\`\n`), message);
    assert.ok(message.includes(`\n\n[lines 4–5](<${linkTo('#L4-L5')}>)\n`), message);
  });

  it('is not written for lines that differ from the commit, but for unchanged ones', async () => {
    const editor = await openSelected(file(), lines(2, 3));
    await editor.edit((edit) => edit.insert(new Position(3, 0), 'new '));
    editor.selections = [lines(2, 3)];
    assert.match(await header(), /unsaved changes · \[commit /);
    editor.selections = [lines(4, 4)];
    assert.equal(await header(), `${shown()} · line 4 · unsaved changes`);
    await editor.document.save();
    assert.equal(await header(), `${shown()} · line 4`);
  });

  it('leads to the lines in the commit when an edit above has moved them', async () => {
    const editor = await openSelected(file(), lines(2, 3));
    await editor.edit((edit) => edit.insert(new Position(0, 0), 'above\nabove\n'));
    await editor.document.save();
    editor.selections = [lines(4, 5)];
    const link = `[commit ${commit.slice(0, 10)}](<${linkTo('#L2-L3')}>)`;
    assert.equal(await header(), `${shown()} · lines 4–5 · ${link}`);
    editor.selections = [lines(3, 3), lines(7, 7)];
    await header();
    const message = await env.clipboard.readText();
    assert.ok(message.includes(`\n\n[line 3](<${linkTo('#L1')}>)\n`), message);
    assert.ok(message.includes(`\n\n[line 7](<${linkTo('#L5')}>)\n`), message);
    editor.selections = [lines(2, 3)];
    assert.equal(await header(), `${shown()} · lines 2–3`);
    await git(root(), 'update-ref', '-d', 'refs/remotes/origin/main');
    await refresh(await openRepository(root()));
    editor.selections = [lines(4, 5)];
    assert.equal(await header(), `${shown()} · lines 4–5`, 'no commit without a link to where it has them');
  });

  it('is not written for a commit that no remote has; the commit is named without it', async () => {
    await write('src/new.txt', text);
    await git(root(), 'add', '.');
    await git(root(), 'commit', '-m', 'second');
    const second = await git(root(), 'rev-parse', 'HEAD');
    await openRepository(root());
    await openSelected(file('src/new.txt'), lines(1, 1));
    assert.equal(await header(), `${shown('src/new.txt')} · line 1 · commit ${second.slice(0, 10)}`);
  });

  it('is that of the revision that an editor of Git shows, never that of the working tree', async () => {
    await git(root(), 'mv', 'src/a b.txt', 'src/new.txt');
    await write('src/new.txt', text.replace('one', 'changed'));
    await git(root(), 'commit', '-a', '-m', 'second');
    const second = await git(root(), 'rev-parse', 'HEAD');
    await write('src/new.txt', `above\n${text}`);
    const repository = await openRepository(root());
    const api = (await gitApi()) ?? assert.fail('no git');
    async function headerAt(name: string, ref: string): Promise<string> {
      await openSelected(api.toGitUri(file(name), ref), lines(2, 3));
      return header();
    }
    const old = `${shown()} · lines 2–3 · [commit ${commit.slice(0, 10)}](<${linkTo('#L2-L3')}>)`;
    for (const ref of [commit, 'HEAD~1', 'origin/main']) assert.equal(await headerAt('src/a b.txt', ref), old, ref);
    const now = `${shown('src/new.txt')} · lines 2–3`;
    for (const ref of ['HEAD', '~', 'main']) {
      assert.equal(await headerAt('src/new.txt', ref), `${now} · commit ${second.slice(0, 10)}`, ref);
    }
    assert.equal(await headerAt('src/new.txt', ''), now, 'the index is no commit');
    await git(root(), 'add', '.');
    await refresh(repository);
    await commands.executeCommand('workbench.action.closeAllEditors');
    assert.equal(await headerAt('src/new.txt', '~'), now, 'the index for a staged file');
  });

  it('is not written for an untracked file', async () => {
    await write('src/untracked.txt', text);
    await openSelected(file('src/untracked.txt'), lines(1, 1));
    assert.equal(await header(), `${shown('src/untracked.txt')} · line 1`);
  });

  it('leads to the remote of the upstream, whatever the name of the branch', async () => {
    await git(root(), 'remote', 'add', 'up', 'git@git.corp.example:team/tides.git');
    await git(root(), 'checkout', '-b', 'odd/#1 name'.replace(' ', '_'));
    await git(root(), 'update-ref', 'refs/remotes/up/odd/#1_name', commit);
    await git(root(), 'config', 'branch.odd/#1_name.remote', 'up');
    await git(root(), 'config', 'branch.odd/#1_name.merge', 'refs/heads/odd/#1_name');
    await openRepository(root());
    await openSelected(file(), lines(1, 1));
    assert.match(await header(), / · commit [0-9a-f]{10}$/, 'no link to a host of no known kind');
    await setUserSetting('roomside.git.hosts', { 'git.corp.example': 'gitlab' });
    try {
      assert.ok((await header()).endsWith(`(<https://git.corp.example/team/tides/-/blob/${commit}/src/a%20b.txt#L1>)`));
    } finally {
      await setUserSetting('roomside.git.hosts', undefined);
    }
  });

  describe('that opens an editor', () => {
    const set = (name: string, value: unknown) => setUserSetting(`roomside.${name}`, value);
    before(() => set('broker.url', 'https://broker.example.com'));
    after(() => set('broker.url', undefined));
    const page = (linesText: string, hasCommit = true) =>
      `[open in editor](<https://broker.example.com/open#path=src/a%20b.txt&lines=${linesText}&remote=github.com/team/tides${hasCommit ? `&commit=${commit}` : ''}>)`;

    it('has path, lines, remote and commit in its fragment, and no credentials', async () => {
      await openSelected(file(), lines(2, 3));
      const line = await header();
      assert.equal(
        line,
        `${shown()} · lines 2–3 · ${page('2-3')} · [commit ${commit.slice(0, 10)}](<${linkTo('#L2-L3')}>)`,
      );
      assert.doesNotMatch(line, /ada|ghp_token/);
      const link = parseEditorLinkAddress(parseSnippetHeader(line)?.editorLink ?? '');
      const expected = { path: 'src/a b.txt', lines: [{ startLine: 2, endLine: 3 }], remote: 'github.com/team/tides' };
      assert.deepEqual(link, { ...expected, commit });
    });

    it('has the lines of each range as they are in the commit, and those of the editor for changed lines', async () => {
      const editor = await openSelected(file(), lines(2, 3));
      await editor.edit((edit) => edit.insert(new Position(0, 0), 'above\n'));
      await editor.document.save();
      editor.selections = [lines(2, 2), lines(5, 6)];
      assert.ok((await header()).includes(page('1,4-5')));
      editor.selections = [lines(1, 2)];
      assert.equal(await header(), `${shown()} · lines 1–2 · ${page('1-2', false)}`);
    });

    it('is written for a commit that was not pushed, and not without a remote', async () => {
      await git(root(), 'update-ref', '-d', 'refs/remotes/origin/main');
      await refresh(await openRepository(root()));
      await openSelected(file(), lines(1, 1));
      assert.equal(await header(), `${shown()} · line 1 · ${page('1')} · commit ${commit.slice(0, 10)}`);
      await git(root(), 'remote', 'set-url', 'origin', '/srv/tides.git');
      await refresh(await openRepository(root()));
      assert.equal(await header(), `${shown()} · line 1 · commit ${commit.slice(0, 10)}`);
    });

    it('is not written when the setting is off, or the broker is not valid', async () => {
      await openSelected(file(), lines(1, 1));
      const changes = [
        ['message.editorLink', false],
        ['broker.url', 'http://broker.example.com'],
      ] as const;
      for (const [name, value] of changes) {
        await set(name, value);
        assert.doesNotMatch(await header(), /open in editor/);
        await set(name, name === 'broker.url' ? 'https://broker.example.com' : undefined);
      }
      assert.match(await header(), /open in editor/);
    });

    it('is left out where the message would be too long with it', async () => {
      await openSelected(file(), lines(1, 5));
      await set('message.maxBytes', 256);
      try {
        assert.doesNotMatch(await header(), /open in editor/);
      } finally {
        await set('message.maxBytes', undefined);
      }
      assert.match(await header(), /open in editor/);
    });
  });

  it('leads to the repository of a submodule or worktree for their files', async () => {
    const sub = path.join(root(), 'sub');
    await git(root(), 'clone', '.', 'sub');
    await git(sub, 'remote', 'set-url', 'origin', 'git@gitlab.com:group/of/sub.git');
    await git(root(), 'worktree', 'add', '-b', 'side', 'tree');
    for (const [folder, start] of [
      [sub, 'https://gitlab.com/group/of/sub/-/blob/'],
      [path.join(root(), 'tree'), 'https://github.com/team/tides/blob/'],
    ] as const) {
      await refresh(await openRepository(folder));
      await openSelected(Uri.file(path.join(folder, 'src/a b.txt')), lines(5, 5));
      assert.ok((await header()).endsWith(`(<${start}${commit}/src/a%20b.txt#L5>)`), await header());
    }
  });
});
