import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { commitFiles, gitIn } from '../support/harness/gitFolder.ts';
import { otherPerson } from '../support/harness/otherPerson.ts';
import { test, useWorkbench } from './fixtures.ts';
import { approveSignIn } from './pages/approveSignIn.ts';
import { pickFromMenu } from './pages/menu.ts';
import { Reader } from './pages/reader.ts';
import { findingsIn } from './pages/seriousFindings.ts';
import { textOf } from './pages/textOf.ts';

const room = 'Code reviews';
const file = 'src/tide.ts';
const question = 'Is the sign of the phase right here?';
const asked = `${question}

**${file}** · line 15 · TypeScript

\`\`\`ts
const radians = (degrees: number) => (degrees * Math.PI) / 180;
\`\`\``;
const priya = 'priya.raman@example.com';

test.describe('Code from a room in the editor', () => {
  const session = useWorkbench({ 'files.autoSave': 'off' });
  let reader: Reader;
  let commit = '';
  let whole = '';
  let link = '';
  const lines = () => whole.split('\n').slice(4, 7);

  test.beforeAll(async ({ workbench }) => {
    const { workspaceFolder } = session();
    commit = commitFiles(workspaceFolder, {});
    gitIn(workspaceFolder, 'remote', 'add', 'origin', 'https://ada:ghp_secret@github.com/team/tide-clock.git');
    whole = await readFile(path.join(workspaceFolder, file), 'utf8');
    await workbench.statusBar(/^\s*main\*?$/);
    reader = new Reader(workbench.page);
    await workbench.enterRooms();
  });
  test.afterEach(async ({ workbench }) => {
    await workbench.page.bringToFront();
    await workbench.runCommand('View: Close All Editors');
    await reader.expectClosed();
  });

  /** Opens the page in a tab of its own. */
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

  async function expectSelected(expected: string): Promise<void> {
    const { workbench } = session();
    await workbench.editor.expectActive('tide.ts');
    await workbench.editor.expectPosition(new RegExp(`\\(${expected.length} selected\\)$`));
    await workbench.page.keyboard.press('ControlOrMeta+C');
    await workbench.until(async () => (await workbench.clipboard()) === expected);
  }

  /** Signs in with the account of another person, which the window uses from then on. */
  async function continueAs(email: string): Promise<void> {
    const { workbench } = session();
    const page = await workbench.nextPage(() => workbench.runCommand('Roomside: Try the Sandbox'));
    await approveSignIn(page, email);
    await page.close();
    await workbench.page.bringToFront();
    await workbench.statusBar(`Signed in to the sandbox as ${email}`);
    await workbench.roomsView.expectMessage(`Account: ${email}`);
  }

  async function readRoom(): Promise<void> {
    const { workbench } = session();
    await workbench.roomsView.open();
    await workbench.roomsView.inlineAction(room, 'Read Room');
    // Names arrive after the messages, which are then rendered again.
    await reader.frame.locator('.author', { hasText: 'Tom Becker' }).first().waitFor();
  }

  test('has a sign in the gutter, and leads to its message by keys', async ({ workbench, sandbox }) => {
    const colleague = await otherPerson(sandbox, priya);
    await colleague.postText(room, asked);
    await colleague.postText(room, 'In radians, yes.', 'Is the sign');
    await workbench.readRoom(room);
    await reader.message(question).waitFor();
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(18, 23);
    await workbench.shareSelectionTo(room);
    await workbench.page.locator('.glyph-margin-widgets .cgmr').nth(1).waitFor();
    await workbench.runCommand('Roomside: Show Shared Lines in This File');
    await workbench.input.expectTitle('Shared Lines in This File');
    await workbench.picture('shared-lines-list');
    await workbench.input.acceptActive('Line 15');
    const hover = workbench.page.locator('.monaco-hover:visible', { hasText: question });
    await hover.getByText('1 reply').waitFor();
    await workbench.picture('shared-lines-hover');
    await hover.getByRole('link', { name: 'Open Message' }).press('Enter');
    await reader.message(question).and(reader.frame.locator(':focus')).waitFor();
  });

  test('is opened from a link and from a stack trace of a message by keys', async ({ workbench, sandbox }) => {
    const colleague = await otherPerson(sandbox, priya);
    const page = `https://github.com/team/tide-clock/blob/${commit}/${file}#L5-L7`;
    await colleague.postText(room, `It fails [here](${page}).`);
    const frame = '    at moon (/home/priya/clones/tide-clock/src/tide.ts:9:12)';
    await colleague.postText(room, `Tests say:\n\n\`\`\`js\nRangeError: phase\n${frame}\n\`\`\``);
    await workbench.readRoom(room);
    await reader.message('It fails').getByRole('button', { name: 'here' }).press('Enter');
    await expectSelected(lines().join('\n'));
    await workbench.readRoom(room);
    const place = reader
      .message('Tests say')
      .getByRole('button', { name: '/home/priya/clones/tide-clock/src/tide.ts:9:12' });
    await workbench.picture('reader-places');
    await place.press('Enter');
    await workbench.editor.expectActive('tide.ts');
    await workbench.editor.expectPosition(/^Ln 9, Col 1$/);
  });

  test('is copied byte for byte by another person of the room, and found in the workspace', async ({
    workbench,
    sandbox,
    relay,
  }) => {
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(5, 7);
    await workbench.shareSelectionTo(room);
    await workbench.until(async () => (await sandbox.received()).length > 0);
    const [sent] = await sandbox.received();
    const [header = ''] = (sent?.markdown ?? '').split('\n');
    link = /\[open in editor\]\(<([^>]+)>\)/.exec(header)?.[1] ?? '';
    const fragment = `path=${file}&lines=5-7&remote=github.com/team/tide-clock&commit=${commit}`;
    assert.equal(link, `${relay.origin}/broker/open#${fragment}`, header);
    assert.doesNotMatch(sent?.markdown ?? '', /ghp_secret|ada:/);
    await workbench.runCommand('View: Close All Editors');
    await continueAs(priya);
    await readRoom();
    await reader.press(`${file}:5–7`, 'Copy');
    await workbench.statusBar('Copied');
    assert.equal(await workbench.clipboard(), lines().join('\n'));
    await workbench.picture('link-reader');
    await pickFromMenu(workbench.page, reader.message(`${file}:5–7`).last(), ['Copy Link to Code']);
    await workbench.until(async () => (await workbench.clipboard()) === link);
    await reader.press(`${file}:5–7`, 'Go to File');
    await expectSelected(lines().join('\n'));
  });

  test("opens in the other person's editor over the page of its link, which sends nothing and remembers the editor", async ({
    workbench,
  }) => {
    const page = await openPage();
    const requests: string[] = [];
    // A page that is still being opened cannot be reloaded.
    await page.waitForLoadState();
    page.on('request', (request) => requests.push(request.url()));
    await page.reload();
    assert.deepEqual(requests, [link.split('#')[0]], 'the page loads nothing else, and sends no fragment');
    assert.equal(await page.getByLabel('File and lines').inputValue(), `${file}:5-7`);
    const place = await textOf(page.locator('#where'));
    assert.match(place, new RegExp(`^github.com/team/tide-clock · commit ${commit.slice(0, 10)}$`));
    await page.getByLabel('Editor', { exact: true }).selectOption('Code - OSS');
    assert.deepEqual(await findingsIn(page.mainFrame()), []);
    await workbench.picture('link-page', page);
    await page.getByRole('link', { name: 'Open in Code - OSS' }).click();
    const address = await editorAddress(page);
    assert.match(address, /^code-oss:\/\/roomside\.roomside\/open\?link=[\w-]+$/);
    await page.close();
    await workbench.page.bringToFront();
    await workbench.openAddress(address);
    await expectSelected(lines().join('\n'));

    const next = await openPage(link.replace('lines=5-7', 'lines=9'));
    await next.getByLabel('File and lines').waitFor();
    assert.equal(await next.getByLabel('Editor', { exact: true }).inputValue(), 'code-oss');
    const query = Buffer.from(link.split('#')[1]?.replace('5-7', '9') ?? '').toString('base64url');
    assert.equal(await editorAddress(next), `code-oss://roomside.roomside/open?link=${query}`);
    await next.close();
  });

  test('has a link whose page shows it as text, whatever it contains', async () => {
    const hostile = encodeURIComponent('<img src=x onerror="document.title=1">/\u202egnp.js');
    const page = await openPage(link.replace('path=', `path=${hostile}`));
    const shown = '<img src=x onerror="document.title=1">/\\u{202e}gnp.jssrc/tide.ts:5-7';
    assert.equal(await page.getByLabel('File and lines').inputValue(), shown);
    assert.deepEqual([await page.locator('img').count(), await page.title()], [0, 'Open in your editor']);
    for (const fragment of ['', '#', '#path=a', `#${'a'.repeat(3_000)}`, '#path=a&path=b&lines=1&remote=c']) {
      await page.goto('about:blank');
      await page.goto(link.split('#')[0] + fragment);
      await page.getByText("This link isn't complete.").waitFor();
      assert.equal(await page.locator('#open').isVisible(), false, fragment);
    }
    await page.close();
  });
});
