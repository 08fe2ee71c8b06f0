import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { commitFiles, gitIn } from '../support/harness/gitFolder.ts';
import { otherPerson } from '../support/harness/otherPerson.ts';
import { test, useWorkbench } from './fixtures.ts';
import { approveSignIn } from './pages/approveSignIn.ts';
import { Reader } from './pages/reader.ts';
import { shareKeyring } from './pages/sharedKeyring.ts';
import { Workbench } from './pages/workbench.ts';

const room = 'Code reviews';
const [ada, tom] = ['ada.park@example.com', 'tom.becker@example.com'] as const;
const repository = 'https://github.com/team/tide-clock.git';
const file = 'src/tide.ts';
const mention = /mentioned you in “Code reviews”/;
const [second, secondsMs] = [1, 1_000];
const timings = {
  roomPolls: {
    ...{ firstMs: 100, tickMs: secondsMs, minIntervalMs: secondsMs },
    ...{ usedMs: secondsMs, hiddenMs: secondsMs, unfocusedMs: secondsMs, unfocusedWatchingMs: secondsMs },
  },
};

/** A direct room has the name of the other person: Ada sees Tom, Tom sees Ada. */
const directRoomOf: Readonly<Record<string, string>> = { [ada]: 'Tom Becker', [tom]: 'Ada Park' };

/** Waits for the rooms of a person, in a window whose Rooms view is open. */
async function expectRoomsOf({ roomsView }: Workbench, personEmail: string): Promise<void> {
  await roomsView.expectRoom(directRoomOf[personEmail] ?? '');
  const labels = await roomsView.roomLabels();
  for (const [other, room] of Object.entries(directRoomOf)) {
    assert.equal(labels.includes(room), other === personEmail, `${room} of ${other}`);
  }
}

const badge = (window: Workbench) => window.viewIcon('Roomside').locator('.badge-content');

test.describe('Two windows of one profile', () => {
  const session = useWorkbench({ 'roomside.rooms.refreshSeconds': second }, { timings });
  let other: Workbench;

  /** Another window of the profile, with a fork in which lines have moved, and the repository as a second remote. */
  async function openOther(): Promise<Workbench> {
    const { workbench, context, server, runFolder, workspaceFolder } = session();
    const folder = path.join(runFolder, 'fork');
    gitIn(runFolder, 'clone', '-q', '-o', 'upstream', workspaceFolder, folder);
    gitIn(folder, 'remote', 'set-url', 'upstream', repository);
    gitIn(folder, 'remote', 'add', 'origin', repository.replace('team', 'tom'));
    commitFiles(folder, { [file]: `// Moved by\n// two lines.\n${await readFile(path.join(folder, file), 'utf8')}` });
    const page = await context.newPage();
    await page.goto(`${server.origin}/?folder=${encodeURIComponent(folder)}`, { waitUntil: 'commit' });
    const opened = new Workbench(page, workbench.screenshotFolder);
    await opened.untilReady();
    return opened;
  }

  test.beforeAll(async ({ workbench, sandbox }) => {
    await shareKeyring(session().context);
    commitFiles(session().workspaceFolder, {});
    gitIn(session().workspaceFolder, 'remote', 'add', 'origin', repository);
    await workbench.signIn(sandbox);
    await workbench.reload();
    await workbench.roomsView.open();
    other = await openOther();
    await other.roomsView.open();
  });

  test('use an account each, and name it above the rooms', async ({ workbench }) => {
    await other.page.bringToFront();
    const page = await other.nextPage(() => other.runCommand('Roomside: Try the Sandbox'));
    await approveSignIn(page, tom);
    await page.close();
    await other.page.bringToFront();
    await other.statusBar(`Signed in to the sandbox as ${tom}`);
    await expectRoomsOf(other, tom);
    await other.roomsView.expectMessage(`Account: ${tom}`);
    await workbench.page.bringToFront();
    await workbench.roomsView.expectMessage(`Account: ${ada}`);
    await expectRoomsOf(workbench, ada);
  });

  test('ask, suggest, apply and say so, each person in a clone of their own', async ({ workbench, sandbox }) => {
    const [mine, theirs] = [new Reader(workbench.page), new Reader(other.page)];
    const shorter = 'const radians = (angle: number) => (angle * Math.PI) / 180;';
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(15, 15);
    const ask = () => workbench.page.keyboard.type('Is there a shorter name?');
    const begin = () => workbench.runCommand('Roomside: Share Selection to Room…');
    await workbench.shareTo(room, 'Share Selection', begin, ask);
    await workbench.recentShares.expand();
    await workbench.recentShares.row('Waiting for an Answer').waitFor();

    await other.page.bringToFront();
    await other.readRoom(room);
    await theirs.message('Is there a shorter name?').and(theirs.frame.locator(':focus')).waitFor();
    await theirs.pressKey('e', other.page.locator('.tab.active', { hasText: 'Untitled' }));
    await other.page.getByRole('button', { name: /^Send Suggestion…/ }).waitFor();
    await other.page.keyboard.press('ControlOrMeta+A');
    await other.page.keyboard.insertText(shorter);
    await other.page.keyboard.press('ControlOrMeta+Enter');
    await other.input.expectTitle('Suggest Change (2/2)');
    await other.picture('suggest-change');
    await other.input.acceptActive(`Send to ${room}, as a reply to Ada Park`);
    await theirs.message(shorter).waitFor();
    assert.equal(gitIn(path.join(session().runFolder, 'fork'), 'status', '--porcelain'), '');

    await workbench.page.bringToFront();
    await workbench.readRoom(room);
    await mine.message(shorter).and(mine.frame.locator(':focus')).waitFor();
    await mine.pressKey('a', workbench.page.locator('.monaco-dialog-box'));
    await workbench.answerDialog('Apply');
    const reply = mine.message(shorter).getByRole('button', { name: 'Reply: Applied' });
    await reply.waitFor();
    const commit = commitFiles(session().workspaceFolder, {});
    await reply.press('Enter');
    for (const { frame } of [mine, theirs]) await frame.locator('p.applied', { hasText: '✓ Applied' }).waitFor();
    await workbench.picture('suggestion-applied');
    await workbench.recentShares.row('✓ Applied · 1 reply').waitFor();
    assert.match(await readFile(path.join(session().workspaceFolder, file), 'utf8'), /\(angle: number\)/);
    const [asked, suggested, said] = await sandbox.received();
    assert.match(
      suggested?.markdown ?? '',
      /^\*\*fork\*\* · changes · src\/tide\.ts:15\n\n```diff\n--- a\/src\/tide\.ts/,
    );
    assert.deepEqual(
      [suggested?.personEmail, said?.personEmail, said?.markdown],
      [tom, ada, `✓ Applied in ${commit.slice(0, 10)}`],
    );
    assert.deepEqual([suggested?.parentId, said?.parentId], [asked?.id, asked?.id]);
    await workbench.runCommand('View: Close All Editors');
  });

  test('count a mention on both icons with the Explorer in front, and show one notification', async ({
    workbench,
    sandbox,
  }) => {
    await workbench.runCommand('Roomside: Watch Room…');
    await workbench.input.fill(room);
    await workbench.input.acceptActive(room);
    await workbench.input.acceptActive('Mentions');
    await workbench.statusBar(`Watching “${room}” for mentions`);
    await workbench.explorer.open();
    await workbench.reload();
    await other.page.bringToFront();
    await other.runCommand('Roomside: Switch Account…');
    await other.input.expectTitle('Switch Account');
    const { host } = new URL(session().relay.origin);
    await other.input.option('Sign In with Another Account…').waitFor();
    const rows = (await other.input.texts()).map((text) => text.replace(/\s+/g, ''));
    assert.deepEqual(rows, [
      `${ada}${host}·PersonalAccessToken`,
      `${tom}inuse${host}·TheSandbox`,
      'SignInwithAnotherAccount…',
    ]);
    await other.picture('switch-account');
    await other.input.pickOption(ada);
    await other.statusBar(`This workspace now uses ${ada}`);
    await expectRoomsOf(other, ada);
    await other.explorer.open();

    const priya = await otherPerson(sandbox, 'priya.raman@example.com');
    await priya.postText(room, `<@personEmail:${ada}|Ada> please look`);
    const windows = [workbench, other];
    for (const window of windows) await badge(window).filter({ hasText: /^1$/ }).waitFor();
    const shown: Workbench[] = [];
    await workbench.until(async () => {
      for (const window of windows) {
        if (!shown.includes(window) && (await window.notification(mention).count()) > 0) shown.push(window);
      }
      return shown.length > 0;
    });
    await priya.postText('Demand forecast', 'what shows that both windows have polled again');
    for (const window of windows) await badge(window).filter({ hasText: /^2$/ }).waitFor();
    const counts = await Promise.all(windows.map((window) => window.notification(mention).count()));
    assert.deepEqual(counts.sort(), [0, 1]);
    const first = shown[0] ?? assert.fail();
    await first.page.bringToFront();
    await first.picture('watch-room-notification');
    await first.notificationAction(mention, 'Read');
    await first.page.locator('.tab.active', { hasText: room }).waitFor();
  });

  test('keep the account of each after reopening, and sign out together', async ({ workbench }) => {
    await workbench.page.bringToFront();
    await workbench.roomsView.open();
    await expectRoomsOf(workbench, ada);
    await workbench.accountsMenu(`${ada} (Roomside)`, 'Sign Out', 'accounts-menu');
    await workbench.answerDialog('Sign Out');
    await other.roomsView.open();
    for (const window of [workbench, other]) {
      await expectRoomsOf(window, tom);
      await window.roomsView.expectNoMessage();
    }
    await workbench.runCommand('Roomside: Sign Out');
    assert.match(await workbench.answerDialog('Sign Out'), /Sign out of tom\.becker@example\.com\?/);
    for (const window of [workbench, other]) await window.roomsView.welcomeButton('Sign In').waitFor();
  });
});
