import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { otherPerson } from '../support/harness/otherPerson.ts';
import { pictureTheme } from '../support/harness/pictureTheme.ts';
import { test, useWorkbench } from './fixtures.ts';
import { Reader } from './pages/reader.ts';

const room = 'Code reviews';
const code = '```ts\n// Half a tide\nconst level: number = tide(12, "high");\n```';
const elsewhere = 'https://broker.example.com/open#path=src/tide.ts&lines=3-5&remote=github.com/team/tide-clock';
const header = `**src/tide.ts** · lines 3–5 · TypeScript · [open in editor](<${elsewhere}>)`;
const patch = '```diff\n--- a/src/tide.ts\n+++ b/src/tide.ts\n@@ -1 +1 @@\n-const a = 1;\n+const a = 2;\n```';

// What no other test takes a picture of. They have no assertions, so `npm test` does not run them.
if (pictureTheme !== undefined) {
  test.describe('Pictures', () => {
    const session = useWorkbench({ 'roomside.rooms.pageSize': 100 });
    let reader: Reader;

    /** Opens the last step for a file, types a comment, and takes a screenshot. */
    async function lastStep(picture: string, file: string, active: string): Promise<void> {
      const { workbench } = session();
      await workbench.editor.open(file);
      await workbench.editor.selectAll();
      await workbench.runCommand('Roomside: Share Selection to Room…');
      await workbench.input.expectTitle('Share Selection (1/2)');
      await workbench.picture(`${picture}-room`);
      await workbench.input.findOption(room);
      await workbench.input.expectActive(active);
      await workbench.input.fill('Is this the way to do it?');
      await workbench.composer.preview().locator('p', { hasText: 'Is this the way' }).waitFor();
      await workbench.picture(picture);
      await workbench.input.cancelLastStep();
    }

    /** The folders for a link to code that is not open, and a link that cannot be opened. */
    async function openLinks(picture: string): Promise<void> {
      const { workbench } = session();
      const command = 'Roomside: Open Link in Editor…';
      await workbench.runCommand(command);
      await workbench.input.fill('https://broker.example.com/open#path=../a.ts');
      await workbench.input.expectMessage('Paste a whole link to shared code');
      await workbench.picture(`${picture}-address`);
      await workbench.input.fill(elsewhere);
      await workbench.input.accept();
      await workbench.input.option('Open Folder…').waitFor();
      await workbench.picture(`${picture}-folders`);
      await workbench.input.cancel();
    }

    /** The question about a broker whose address was typed. */
    async function oneAddress(picture: string): Promise<void> {
      const { workbench, relay } = session();
      await workbench.runCommand('Roomside: Sign In Another Way…');
      await workbench.input.pickOption('Your Organization');
      await workbench.input.fill(`${relay.origin}/broker`);
      await workbench.picture(`${picture}-address`);
      await workbench.input.accept();
      await workbench.page.locator('.monaco-dialog-box').waitFor();
      await workbench.picture(picture);
      await workbench.answerDialog('Cancel');
    }

    test.beforeAll(async ({ workbench, sandbox }) => {
      test.setTimeout(180_000);
      reader = new Reader(workbench.page);
      const text = Array.from({ length: 200 }, (_, line) => `/* line ${line} of a style that is far too long */`).join(
        '\n',
      );
      await writeFile(path.join(session().workspaceFolder, 'web/clock.css'), text);
      await workbench.enterRooms();
      const priya = await otherPerson(sandbox, 'priya.raman@example.com');
      await priya.postText(room, `Is \`tide\` right? See https://example.com/tides and src/tide.ts:5.\n\n${code}`);
      await priya.postText(room, `> quoted\n\nThen this, @Ada:\n\n${patch}`);
      await priya.postText(room, `${header}\n\n${code}`);
      await priya.postFile(room, 'notes.txt', Buffer.from('a note'), 'text/plain');
      await workbench.roomsView.contextMenu(room, 'Pin');
      for (const [file, effect] of [
        ['server.ts', { kind: 'status', status: 400 }],
        ['tide.ts', undefined],
        ['clock.css', { kind: 'status', status: 503, headers: { 'retry-after': '3000' } }],
      ] as const) {
        const match = { method: 'POST', path: '/v1/messages' };
        if (effect) await sandbox.control('POST', 'faults', { match, times: 1, effect });
        await workbench.editor.open(file);
        await workbench.editor.selectLines(1, 1);
        await workbench.shareTo(room, 'Share Selection', () =>
          workbench.runCommand('Roomside: Share Selection to Room…'),
        );
        // Its answer must not be that of the next one.
        if (effect === undefined) await workbench.statusBar('Shared src/tide.ts:1');
      }
      await workbench.recentShares.expand();
      await workbench.recentShares.row('web/clock.css:1').waitFor();
    });

    test('are taken of the main steps', async ({ workbench }) => {
      await workbench.runCommand('View: Close All Editors');
      await workbench.runCommand('Notifications: Show Notifications');
      await workbench.runCommand('Roomside: Focus on Rooms View');
      await workbench.recentShares.row('web/clock.css:1').hover();
      await workbench.picture('rooms');
      await workbench.runCommand('Notifications: Hide Notifications');
      await lastStep('confirm', 'release.md', `Send to ${room}`);
      await lastStep('too-long', 'clock.css', `Send clock.1-200.css as File to ${room}`);
      await workbench.runCommand('View: Close All Editors');
      await workbench.runCommand('Roomside: Read Room');
      await workbench.input.fill(room);
      await workbench.input.acceptActive(room);
      await reader.frame.locator('.files li', { hasText: 'notes.txt' }).last().waitFor();
      await workbench.picture('reader');
      await reader.message('Then this').last().focus();
      await workbench.picture('reader-focus');
      await reader.message('open in editor').last().focus();
      await workbench.picture('reader-link');
      await openLinks('link');
      await oneAddress('one-address');
    });
  });
}
