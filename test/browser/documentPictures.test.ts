import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sample } from '../../src/servers/sandbox/store/sample.ts';
import { SecretSource } from '../support/fakes/secretSamples.ts';
import { commitFiles, gitIn } from '../support/harness/gitFolder.ts';
import { otherPerson } from '../support/harness/otherPerson.ts';
import { documentSize, pictureTheme } from '../support/harness/pictureTheme.ts';
import { test, useWorkbench } from './fixtures.ts';
import { hoverItem } from './pages/menu.ts';
import { Reader } from './pages/reader.ts';
import type { Workbench } from './pages/workbench.ts';

const room = 'Code reviews';
const watched = 'Demand forecast';
const ada = 'ada.park@example.com';
const secondMs = 1_000;
const timings = {
  roomPolls: {
    ...{ firstMs: 100, tickMs: secondMs, minIntervalMs: secondMs },
    ...{ usedMs: secondMs, hiddenMs: secondMs, unfocusedMs: secondMs, unfocusedWatchingMs: secondMs },
  },
};

/** No path of this machine, no name of the server's product, and room for what is shown. */
const plainWindow = {
  'breadcrumbs.enabled': false,
  'window.title': `\${activeEditorShort}`,
  'workbench.layoutControl.enabled': false,
};
const sideBarWidth = 220;

// The pictures of the documents, for `npm run pictures`. They have no assertions, so `npm test` does not run them.
if (pictureTheme !== undefined) {
  test.describe('Pictures of the documents', () => {
    const session = useWorkbench({ 'roomside.rooms.refreshSeconds': 1, ...plainWindow }, { timings });
    let reader: Reader;

    /** A clone whose commit is on the server of its remote, so that shared lines have their links. */
    function makeClone(): void {
      const { workspaceFolder } = session();
      commitFiles(workspaceFolder, { [sample.name]: sample.text });
      gitIn(workspaceFolder, 'remote', 'add', 'origin', 'https://github.com/team/tide-clock.git');
      gitIn(workspaceFolder, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
      gitIn(workspaceFolder, 'branch', '-q', '--set-upstream-to=origin/main');
    }

    async function narrowSideBar({ page }: Workbench): Promise<void> {
      const box = await page.locator('.part.sidebar').boundingBox();
      if (box === null) throw new Error('there is no side bar');
      await page.mouse.move(box.x + box.width, documentSize.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + sideBarWidth, documentSize.height / 2, { steps: 5 });
      await page.mouse.up();
      await page.mouse.move(documentSize.width / 2, documentSize.height / 2);
    }

    async function select(workbench: Workbench, file: string, from: number, to: number): Promise<void> {
      await workbench.editor.open(file);
      await workbench.editor.selectLines(from, to);
    }

    const shareSelection = () => session().workbench.runCommand('Roomside: Share Selection to Room…');
    const preview = (part: string, hasText: string) =>
      session().workbench.composer.preview().locator(part, { hasText }).first().waitFor();

    test.beforeAll(async ({ workbench }) => {
      test.setTimeout(180_000);
      const { page, roomsView } = workbench;
      reader = new Reader(page);
      await page.setViewportSize(documentSize);
      makeClone();
      await workbench.reload();
      await page.addStyleTag({ content: '[id="status.workbench.keyboardLayout"] { display: none !important; }' });
      await workbench.statusBar(/^\s*main\*?$/);
      await roomsView.open();
      await narrowSideBar(workbench);
      await roomsView.welcomeButton('Try the Sandbox').waitFor();
      await workbench.picture('accounts');
      await workbench.enterRooms();
      // The sandbox reads one title only when it is asked again.
      await page.locator('.part.sidebar .monaco-list-row', { hasText: 'decrypted' }).waitFor({ state: 'hidden' });
    });

    test('show a share from the selection to the patch of the answer', async ({ workbench }) => {
      const { page, input, editor } = workbench;
      await select(workbench, sample.name, sample.firstLine, sample.lastLine);
      await editor.contextMenuOn('let sum', 'Share to Room');
      await hoverItem(page, 'Share Selection to Room…');
      await workbench.picture('tour-1');
      await page.keyboard.press('Enter');
      await input.expectTitle('Share Selection (1/2)');
      await workbench.picture('tour-2');
      await input.findOption('Mateo Silva');
      await input.expectTitle('Share Selection (2/2)');
      await preview('pre', 'items[index].cents');
      await input.fill('Why is the total too high?');
      await preview('p', 'Why is the total');
      await workbench.picture('tour-3');
      await input.acceptActive('Send to Mateo Silva');
      await workbench.statusBar(`Shared ${sample.name}:${sample.firstLine}–${sample.lastLine} to Mateo Silva`);
      await workbench.readRoom('Mateo Silva');
      const answer = reader.message('The loop reads one item too many');
      await answer.waitFor();
      await workbench.picture('tour-4');
      await answer.getByRole('button', { name: 'Apply Patch…' }).focus();
      await page.keyboard.press('Enter');
      await page.locator('.monaco-dialog-box').getByText('total.ts  +1 −1').waitFor();
      await workbench.picture('tour-5');
      await workbench.answerDialog('Apply');
      await workbench.statusBar('Applied patch to 1 file');
      await workbench.runCommand('View: Open Previous Editor');
      await page.locator('.view-line', { hasText: 'index < items.length' }).waitFor();
      await workbench.picture('tour-6');
      await workbench.clearNotifications();
      await workbench.runCommand('View: Close All Editors');
    });

    test('show the confirmation, secrets, a reader and Recent Shares', async ({ workbench, sandbox }) => {
      const { input } = workbench;
      await select(workbench, 'tide.ts', 2, 7);
      await shareSelection();
      await input.findOption(room);
      await input.expectTitle('Share Selection (2/2)');
      await input.fill('Is this the **right** unit for the phase?');
      await preview('strong', 'right');
      await input.expectText('5 people');
      await workbench.picture('sharing');
      await input.acceptActive(`Send to ${room}`);
      await workbench.statusBar(`Shared src/tide.ts:2–7 to ${room}`);
      const token = `ghp_${new SecretSource(21).base62(36)}`;
      const script = `port = 3000\ntoken = "${token}"\nfetch(port, token)\n`;
      await writeFile(path.join(session().workspaceFolder, 'scripts/harvest.py'), script);
      await select(workbench, 'harvest.py', 1, 3);
      await shareSelection();
      await input.findOption(watched);
      await input.expectText('scripts/harvest.py:2: GitHub token (ghp_');
      await preview('pre', 'port = 3000');
      await workbench.picture('secrets');
      await input.cancelConfirmation();
      await workbench.runCommand('View: Close All Editors');
      const priya = await otherPerson(sandbox, 'priya.raman@example.com');
      await priya.postText(room, 'Yes, **degrees**, as in the tables.', 'Is this the');
      await workbench.readRoom(room);
      await reader.message('degrees, as in the tables').waitFor();
      await workbench.recentShares.expand();
      await workbench.recentShares.row('src/tide.ts:2–7').waitFor();
      await workbench.picture('reading');
    });

    test('show a notification, a diagnosis and the question about a post', async ({ workbench, sandbox }) => {
      const { input } = workbench;
      await workbench.runCommand('View: Close All Editors');
      await workbench.runCommand('Roomside: Watch Room…');
      await input.fill(watched);
      await input.acceptActive(watched);
      await input.acceptActive('Mentions');
      await workbench.editor.open('server.ts');
      const priya = await otherPerson(sandbox, 'priya.raman@example.com');
      await priya.postText(watched, `<@personEmail:${ada}|Ada> can you look at the tide service?`);
      await workbench.notification(/mentioned you in “Demand forecast”/).waitFor();
      await workbench.picture('notifications');
      await workbench.clearNotifications();
      await workbench.runCommand('Roomside: Diagnose Connection');
      await input.expectText(ada);
      await workbench.picture('troubleshooting');
      await input.cancel();
      const roomId = await priya.postText(room, 'Thank you.');
      await workbench.runCommand('Test: Call a Tool');
      await input.expectTitle('Tool and input as JSON');
      const markdown = 'Release **4.2** is out. It sorts the constituents once.';
      await input.fill(JSON.stringify(['roomside_post_message', { roomId, markdown }]));
      await input.accept();
      await workbench.composer.preview().locator('main strong', { hasText: '4.2' }).waitFor();
      await input.expectActive(`Send to ${room}`);
      await workbench.picture('ai-tools');
      await input.declineRequested(`Send to ${room}`);
    });
  });
}
