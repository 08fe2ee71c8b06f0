import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SecretSource } from '../support/fakes/secretSamples.ts';
import { otherPerson } from '../support/harness/otherPerson.ts';
import { pictureTheme } from '../support/harness/pictureTheme.ts';
import { test, useWorkbench } from './fixtures.ts';
import { Reader } from './pages/reader.ts';
import type { Workbench } from './pages/workbench.ts';

const room = 'Code reviews';
const watched = 'Demand forecast';
const ada = 'ada.park@example.com';
const secondMs = 1_000;
const timings = {
  roomPolls: {
    ...{ firstMs: 100, tickMs: secondMs, minIntervalMs: secondMs },
    ...{ hiddenMs: secondMs, unfocusedMs: secondMs, unfocusedWatchingMs: secondMs },
  },
};

// The pictures of the documents, for `npm run pictures`. They have no assertions, so `npm test` does not run them.
if (pictureTheme !== undefined) {
  test.describe('Pictures of the documents', () => {
    const session = useWorkbench({ 'roomside.rooms.refreshSeconds': 1 }, { timings });
    let reader: Reader;

    async function select(workbench: Workbench, file: string, from: number, to: number): Promise<void> {
      await workbench.editor.open(file);
      await workbench.editor.selectLines(from, to);
    }

    const shareSelection = () => session().workbench.runCommand('Roomside: Share Selection to Room…');
    const preview = (part: string, hasText: string) =>
      session().workbench.composer.preview().locator(part, { hasText }).first().waitFor();

    test.beforeAll(async ({ workbench }) => {
      test.setTimeout(180_000);
      reader = new Reader(workbench.page);
      await workbench.reload();
      await workbench.roomsView.open();
      await workbench.roomsView.welcomeButton('Try the Sandbox').waitFor();
      await workbench.picture('accounts');
      await workbench.enterRooms();
    });

    test('show a share from the selection to the patch of the answer', async ({ workbench }) => {
      const { page, input } = workbench;
      // Beside the rooms, as a user reads them.
      void workbench.runCommand('Roomside: Share a Sample in the Sandbox');
      await input.expectTitle('Share Selection (1/2)');
      await workbench.picture('tour-1');
      await input.findOption('Mateo Silva');
      await input.expectTitle('Share Selection (2/2)');
      await preview('pre', 'items[index].cents');
      await workbench.picture('tour-2');
      await input.fill('Why is the total too high?');
      await preview('p', 'Why is the total');
      await workbench.picture('tour-3');
      await input.acceptActive('Send to Mateo Silva');
      const answer = reader.message('The loop reads one item too many');
      await answer.waitFor();
      await workbench.picture('tour-4');
      await answer.getByRole('button', { name: 'Apply Patch…' }).focus();
      await page.keyboard.press('Enter');
      await page.locator('.monaco-dialog-box').getByText('total.ts  +1 −1').waitFor();
      await workbench.picture('tour-5');
      await workbench.answerDialog('Apply');
      await workbench.toast('Applied patch to 1 file');
      await workbench.runCommand('View: Open Previous Editor');
      await page.locator('.view-line', { hasText: 'index < items.length' }).waitFor();
      await workbench.picture('tour-6');
      await workbench.clearNotifications();
      await workbench.runCommand('View: Close All Editors');
    });

    test('show the confirmation, secrets, a reader and Recent Shares', async ({ workbench, sandbox }) => {
      const { input } = workbench;
      await select(workbench, 'tide.ts', 2, 24);
      await shareSelection();
      await input.findOption(room);
      await input.expectTitle(`Share Selection (2/2)`);
      await input.fill('Is this the **right** order?');
      await preview('strong', 'right');
      await input.expectText('5 people');
      await workbench.picture('sharing');
      await input.acceptActive(`Send to ${room}`);
      await workbench.statusBar(`Shared src/tide.ts:2–23 to ${room}`);
      const token = `ghp_${new SecretSource(21).base62(36)}`;
      const script = `port = 3000\ntoken = "${token}"\nfetch(port, token)\n`;
      await writeFile(path.join(session().workspaceFolder, 'scripts/harvest.py'), script);
      await select(workbench, 'harvest.py', 1, 3);
      await shareSelection();
      await input.findOption(watched);
      await input.expectText('Line 2: GitHub token (ghp_');
      await preview('pre', 'port = 3000');
      await workbench.picture('secrets');
      await input.cancelConfirmation();
      await workbench.runCommand('View: Close All Editors');
      const priya = await otherPerson(sandbox, 'priya.raman@example.com');
      await priya.postText(room, 'Yes. The **largest** first, as in the tables.', 'Is this the');
      await workbench.readRoom(room);
      await reader.message('The largest first').waitFor();
      await workbench.recentShares.expand();
      await workbench.recentShares.row('src/tide.ts:2–23').waitFor();
      await workbench.picture('reading');
    });

    test('show a notification, a diagnosis and the question about a post', async ({ workbench, sandbox }) => {
      const { input, page } = workbench;
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
      await page.locator('.monaco-dialog-box').waitFor();
      await workbench.picture('ai-tools');
      await workbench.answerDialog('Cancel');
    });
  });
}
