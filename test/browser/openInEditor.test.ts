import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { test, useWorkbench } from './fixtures.ts';
import { answerSignIn } from './pages/answerSignIn.ts';
import { Reader } from './pages/reader.ts';
import { findingsIn } from './pages/seriousFindings.ts';
import { textOf } from './pages/textOf.ts';
import { Workbench } from './pages/workbench.ts';

const room = 'Code reviews';
const file = 'src/tide.ts';
const priya = 'priya.raman@example.com';

test.describe('A link from a room into the editor', () => {
  const session = useWorkbench({ 'roomside.rooms.pageSize': 100, 'files.autoSave': 'off' }, { isNewWindow: true });
  /** The window of another person, with a clone of her own. */
  let other: Workbench;
  let clone = '';
  let commit = '';
  let link = '';
  let lines: readonly string[] = [];

  const git = (folder: string, ...args: readonly string[]): string => {
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];
    return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).trim();
  };

  test.beforeAll(async ({ workbench }) => {
    test.setTimeout(180_000);
    const { context, server, runFolder, workspaceFolder } = session();
    git(workspaceFolder, 'init', '-q', '-b', 'main');
    git(workspaceFolder, 'add', '-A');
    git(workspaceFolder, 'commit', '-qm', 'first');
    commit = git(workspaceFolder, 'rev-parse', 'HEAD');
    clone = path.join(runFolder, 'clone of priya');
    git(runFolder, 'clone', '-q', workspaceFolder, clone);
    git(clone, 'remote', 'set-url', 'origin', 'git@github.com:Team/Tide-Clock.git');
    git(workspaceFolder, 'remote', 'add', 'origin', 'https://ada:ghp_secret@github.com/team/tide-clock.git');
    lines = (await readFile(path.join(clone, file), 'utf8')).split('\n').slice(4, 7);
    await workbench.statusBar(/^\s*main\*?$/);
    await workbench.enterSandboxRooms();
    const page = await context.newPage();
    await page.goto(`${server.origin}/?folder=${encodeURIComponent(clone)}`, { waitUntil: 'commit' });
    other = new Workbench(page, path.dirname(await workbench.screenshot('link-sharer')));
    await other.untilReady();
    await other.statusBar(/^\s*main\*?$/);
    await other.roomsView.open();
    const signIn = await other.nextPage(() => other.runCommand('Roomside: Try the Sandbox'));
    await answerSignIn(signIn, 'approve', priya);
    await signIn.close();
    await other.page.bringToFront();
    await other.statusBar(`Signed in to the sandbox as ${priya}`);
  });

  /** Opens the page in a tab of its own, and chooses the editor as a reader does. */
  async function openPage(address = link): Promise<Page> {
    const page = await session().context.newPage();
    // This computer has no such editor.
    await page.route(/^code-oss:/, (route) => route.abort());
    await page.goto(address, { waitUntil: 'commit' });
    return page;
  }

  async function editorAddress(page: Page): Promise<string> {
    return (await page.getByRole('link', { name: 'Open in Code - OSS' }).getAttribute('href')) ?? '';
  }

  async function expectSelected(expected: readonly string[]): Promise<void> {
    await other.editor.expectActive('tide.ts');
    const [first = '', last = ''] = [expected[0], expected.at(-1)];
    assert.ok(first !== '' && last !== '');
    const length = expected.join('\n').length;
    await other.editor.expectPosition(new RegExp(`\\(${length} selected\\)$`));
    await other.page.keyboard.press('ControlOrMeta+C');
    await other.until(async () => (await other.clipboard()) === expected.join('\n'));
  }

  test('is in the header of shared code, for everybody in the room', async ({ workbench, sandbox, relay }) => {
    await workbench.page.bringToFront();
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(5, 7);
    await workbench.shareTo(room, 'Share Selection', () => workbench.runCommand('Roomside: Share Selection to Room…'));
    await workbench.until(async () => (await sandbox.received()).length > 0);
    const [sent] = await sandbox.received();
    const [header = ''] = (sent?.markdown ?? '').split('\n');
    link = /\[open in editor\]\(<([^>]+)>\)/.exec(header)?.[1] ?? '';
    const fragment = `path=${file}&lines=5-7&remote=github.com/team/tide-clock&commit=${commit}`;
    assert.equal(link, `${relay.origin}/broker/open#${fragment}`, header);
    assert.doesNotMatch(sent?.markdown ?? '', /ghp_secret|ada:/);
  });

  test("leads over the page to the right lines in the other person's clone", async ({ workbench }) => {
    const page = await openPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.reload();
    assert.deepEqual(requests, [link.split('#')[0]], 'the page loads nothing else, and sends no fragment');
    assert.equal(await page.getByLabel('File and lines').inputValue(), `${file}:5-7`);
    assert.match(
      await textOf(page.locator('#where')),
      new RegExp(`^github.com/team/tide-clock · commit ${commit.slice(0, 10)}$`),
    );
    await page.getByLabel('Editor', { exact: true }).selectOption('Code - OSS');
    assert.deepEqual(await findingsIn(page.mainFrame()), []);
    await workbench.screenshot('link-page', page);
    await page.getByRole('link', { name: 'Open in Code - OSS' }).click();
    const address = await editorAddress(page);
    assert.match(address, /^code-oss:\/\/roomside\.roomside\/open\?link=[\w-]+$/);
    await page.close();

    await other.page.bringToFront();
    await other.openAddress(address);
    await expectSelected(lines);
    await other.screenshot('link-editor');
  });

  test('is remembered by the page for the next link', async () => {
    const page = await openPage(link.replace('lines=5-7', 'lines=9'));
    await page.getByLabel('File and lines').waitFor();
    assert.equal(await page.getByLabel('Editor', { exact: true }).inputValue(), 'code-oss');
    const query = Buffer.from(link.split('#')[1]?.replace('5-7', '9') ?? '').toString('base64url');
    assert.equal(await editorAddress(page), `code-oss://roomside.roomside/open?link=${query}`);
    await page.close();
  });

  test('is shown as text by the page, whatever it contains', async () => {
    const hostile = encodeURIComponent('<img src=x onerror="document.title=1">/\u202egnp.js');
    const page = await openPage(link.replace('path=', `path=${hostile}`));
    const shown = '<img src=x onerror="document.title=1">/\\u{202e}gnp.jssrc/tide.ts:5-7';
    assert.equal(await page.getByLabel('File and lines').inputValue(), shown);
    assert.deepEqual([await page.locator('img').count(), await page.title()], [0, 'Open in your editor']);
    for (const fragment of ['', '#', '#path=a', `#${'a'.repeat(3_000)}`, '#path=a&path=b&lines=1&remote=c']) {
      await page.goto('about:blank');
      await page.goto(link.split('#')[0] + fragment);
      await page.getByText('This link is not complete.').waitFor();
      assert.equal(await page.getByRole('link').isVisible(), false, fragment);
    }
    await page.close();
  });

  test('opens from the reader, below the code', async () => {
    await other.page.bringToFront();
    await other.runCommand('View: Close All Editors');
    const reader = new Reader(other.page);
    await other.roomsView.inlineAction(room, 'Read Room');
    await reader.frame.locator('.author', { hasText: 'Ada Park' }).first().waitFor();
    await other.screenshot('link-reader');
    await reader.press('open in editor', 'Open in Editor');
    await expectSelected(lines);
  });

  test('offers to compare lines that have changed since they were shared', async () => {
    await other.runCommand('View: Close All Editors');
    const before = await readFile(path.join(clone, file), 'utf8');
    const changed = before.replace(lines[1] ?? '', '  changed: true,').replace(/^/, '// moved\n');
    await writeFile(path.join(clone, file), changed);
    const page = await openPage();
    const address = await editorAddress(page);
    await page.close();
    await other.page.bringToFront();
    await other.openAddress(address);
    const question = `${file}: these lines have changed since they were shared.`;
    assert.equal(await other.toast(question), question);
    await expectSelected([lines[0] ?? '', '  changed: true,', lines[2] ?? '']);
    await other.screenshot('link-changed');
    await other.notificationAction(question, 'Compare');
    await other.page.getByRole('tab', { name: `tide.ts (${commit.slice(0, 10)} ↔ Workspace)` }).waitFor();
    await other.page.locator('.editor.original .view-line', { hasText: (lines[1] ?? '').trim() }).waitFor();
    await other.page.locator('.editor.modified .view-line', { hasText: 'changed: true' }).waitFor();
    await other.screenshot('link-compare');
  });

  test('opens a recent folder that the reader selects, in a window of its own, at the lines', async () => {
    const { context, server, runFolder } = session();
    const elsewhere = path.join(runFolder, 'elsewhere');
    git(runFolder, 'clone', '-q', clone, elsewhere);
    git(elsewhere, 'remote', 'set-url', 'origin', 'ssh://git@github.com/team/elsewhere.git');
    // VS Code remembers the folder.
    const visited = new Workbench(await context.newPage(), '');
    await visited.page.goto(`${server.origin}/?folder=${encodeURIComponent(elsewhere)}`, { waitUntil: 'commit' });
    await visited.untilReady();
    await visited.page.close();
    const text = link.split('#')[1]?.replace('team/tide-clock', 'team/elsewhere') ?? '';
    await other.page.bringToFront();
    await other.runCommand('View: Close All Editors');
    await other.openAddress(`code-oss://roomside.roomside/open?link=${Buffer.from(text).toString('base64url')}`);
    await other.input.expectActive('elsewhere');
    await other.screenshot('link-folders');
    const opened = context.waitForEvent('page');
    await other.input.accept();
    const target = new Workbench(await opened, '');
    await target.untilReady();
    await target.editor.expectActive('tide.ts');
    await target.editor.expectPosition(new RegExp(`\\(${lines.join('\n').length} selected\\)$`));
    await target.page.close();
    await other.page.close();
  });
});
