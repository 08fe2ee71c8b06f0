import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { test, useWorkbench } from './fixtures.ts';
import { answerSignIn } from './pages/answerSignIn.ts';
import { Workbench } from './pages/workbench.ts';

const [ada, tom] = ['ada.park@example.com', 'tom.becker@example.com'] as const;

test.describe('Several accounts', () => {
  const session = useWorkbench();

  async function signIn(personEmail: string): Promise<void> {
    const { workbench } = session();
    const page = await workbench.nextPage(() => workbench.runCommand('Roomside: Try the Sandbox'));
    await answerSignIn(page, 'approve', personEmail);
    await page.close();
    await workbench.page.bringToFront();
    await workbench.statusBar(`Signed in to the sandbox as ${personEmail}`);
  }

  /** A direct room has the name of the other person: Ada sees Tom, Tom sees Ada. */
  const directRoomOf: Readonly<Record<string, string>> = { [ada]: 'Tom Becker', [tom]: 'Ada Park' };

  async function expectRoomsOf(workbench: Workbench, personEmail: string): Promise<void> {
    await workbench.roomsView.expectRoom(directRoomOf[personEmail] ?? '');
    const labels = await workbench.roomsView.roomLabels();
    for (const [other, room] of Object.entries(directRoomOf)) {
      assert.equal(labels.includes(room), other === personEmail, `${room} of ${other}`);
    }
  }

  async function switchTo(workbench: Workbench, personEmail: string): Promise<void> {
    await workbench.runCommand('Roomside: Switch Account…');
    await workbench.input.expectTitle('Switch Account');
    await workbench.input.pickOption(personEmail);
    await workbench.statusBar(`This workspace now uses ${personEmail}`);
  }

  test('shows the rooms of the account that signed in last', async ({ workbench }) => {
    await workbench.roomsView.open();
    await signIn(ada);
    await expectRoomsOf(workbench, ada);
    await workbench.roomsView.expectTitle('Rooms');
    await signIn(tom);
    await expectRoomsOf(workbench, tom);
    await workbench.roomsView.expectTitle('Rooms');
    await workbench.roomsView.expectMessage(`Account: ${tom}`);
  });

  test('shows the rooms of another account after a switch, and names the active account', async ({
    workbench,
    relay,
  }) => {
    await workbench.runCommand('Roomside: Switch Account…');
    await workbench.input.expectTitle('Switch Account');
    const host = new URL(relay.origin).host;
    await workbench.input.option('Sign In with Another Account…').waitFor();
    const rows = (await workbench.input.texts()).map((text) => text.replace(/\s+/g, ''));
    assert.deepEqual(rows, [`${ada}${host}·TheSandbox`, `${tom}inuse${host}·TheSandbox`, 'SignInwithAnotherAccount…']);
    await workbench.screenshot('switch-account');
    await workbench.input.pickOption(ada);
    await expectRoomsOf(workbench, ada);
    await workbench.roomsView.expectMessage(`Account: ${ada}`);
    await workbench.screenshot('account-switched');
  });

  test('keeps the account of each workspace, in two windows and after reopening', async () => {
    const { workbench, context, server, runFolder } = session();
    const folder = path.join(runFolder, 'second-workspace');
    await mkdir(path.join(folder, 'src'), { recursive: true });
    const page = await context.newPage();
    await page.goto(`${server.origin}/?folder=${encodeURIComponent(folder)}`, { waitUntil: 'commit' });
    const second = new Workbench(page, path.dirname(await workbench.screenshot('first-workspace')));
    await second.untilReady();
    await second.roomsView.open();
    await expectRoomsOf(second, ada);
    await switchTo(second, tom);
    await expectRoomsOf(second, tom);
    await second.screenshot('second-workspace');
    await workbench.page.bringToFront();
    await workbench.roomsView.reveal(directRoomOf[ada] ?? '');
    await expectRoomsOf(workbench, ada);
    await workbench.reload();
    await expectRoomsOf(workbench, ada);
    await page.bringToFront();
    await second.reload();
    await expectRoomsOf(second, tom);
    await page.close();
    await workbench.page.bringToFront();
  });

  test('lists both accounts in the Accounts menu, and signs one out there', async ({ workbench }) => {
    await workbench.accountsMenu(`${ada} (Roomside)`, 'Sign Out', 'accounts-menu');
    await workbench.answerDialog('Sign Out');
    await expectRoomsOf(workbench, tom);
    await workbench.roomsView.expectNoMessage();
    await workbench.screenshot('account-signed-out');
  });

  test('shows the welcome content after the last sign-out', async ({ workbench }) => {
    await workbench.runCommand('Roomside: Sign Out');
    assert.match(await workbench.answerDialog('Sign Out'), /Sign out of tom\.becker@example\.com\?/);
    await workbench.roomsView.welcomeButton('Sign In').waitFor();
  });
});
