import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { otherPerson } from '../support/harness/otherPerson.ts';
import { test, useWorkbench } from './fixtures.ts';
import { approveSignIn } from './pages/approveSignIn.ts';
import { shareKeyring } from './pages/sharedKeyring.ts';
import { Workbench } from './pages/workbench.ts';

const room = 'Code reviews';
const [ada, tom] = ['ada.park@example.com', 'tom.becker@example.com'] as const;
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

  /** Another window of the profile, with another folder. */
  async function openOther(): Promise<Workbench> {
    const { workbench, context, server, runFolder } = session();
    const folder = path.join(runFolder, 'other-workspace');
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'README.md'), 'Another workspace.\n');
    const page = await context.newPage();
    await page.goto(`${server.origin}/?folder=${encodeURIComponent(folder)}`, { waitUntil: 'commit' });
    const opened = new Workbench(page, workbench.screenshotFolder);
    await opened.untilReady();
    return opened;
  }

  test.beforeAll(async ({ workbench, sandbox }) => {
    await shareKeyring(session().context);
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
