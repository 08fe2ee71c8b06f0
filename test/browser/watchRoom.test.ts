import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { otherPerson } from '../support/harness/otherPerson.ts';
import { test, useWorkbench } from './fixtures.ts';
import { shareKeyring } from './pages/sharedKeyring.ts';
import { Workbench } from './pages/workbench.ts';

const room = 'Code reviews';
const notice = /mentioned you in “Code reviews”/;
const [second, secondsMs] = [1, 1_000];

/** The badge of the Roomside icon. */
function badge({ page }: Workbench): Locator {
  const label = page.locator('.action-label[aria-label^="Roomside"]');
  return page.locator('.activitybar .action-item').filter({ has: label }).locator('.badge-content');
}

test.describe('With the Explorer in front', () => {
  const session = useWorkbench(
    { 'roomside.rooms.refreshSeconds': second },
    {
      timings: {
        roomPolls: {
          ...{ firstMs: 100, tickMs: secondsMs, minIntervalMs: secondsMs },
          ...{ hiddenMs: secondsMs, unfocusedMs: secondsMs, unfocusedWatchingMs: secondsMs },
        },
      },
    },
  );

  /** Another window of the profile, with another folder. */
  async function openOther(): Promise<Workbench> {
    const { workbench, context, server, runFolder } = session();
    const folder = path.join(runFolder, 'watching-workspace');
    await mkdir(folder);
    await writeFile(path.join(folder, 'README.md'), 'Another workspace.\n');
    const page = await context.newPage();
    await page.goto(`${server.origin}/?folder=${encodeURIComponent(folder)}`, { waitUntil: 'commit' });
    const other = new Workbench(page, path.dirname(await workbench.screenshot('watch-room-before')));
    await other.untilReady();
    return other;
  }

  test('counts a mention on the icon of two windows and shows one notification', async ({ workbench, sandbox }) => {
    await shareKeyring(session().context);
    await workbench.reload();
    await workbench.enterSandbox();
    await workbench.runCommand('Roomside: Watch Room…');
    await workbench.input.fill(room);
    await workbench.input.acceptActive(room);
    await workbench.input.acceptActive('Mentions');
    await workbench.statusBar(`Watching “${room}” for mentions`);
    await workbench.reload();
    const other = await openOther();
    const priya = await otherPerson(sandbox, 'priya.raman@example.com');
    await priya.postText(room, '<@personEmail:ada.park@example.com|Ada> please look');
    for (const window of [workbench, other]) await badge(window).filter({ hasText: /^1$/ }).waitFor();
    const shown: Workbench[] = [];
    await workbench.until(async () => {
      for (const window of [workbench, other]) {
        if (!shown.includes(window) && (await window.notification(notice).count()) > 0) shown.push(window);
      }
      return shown.length > 0;
    });
    await priya.postText('Demand forecast', 'what shows that both windows have polled again');
    for (const window of [workbench, other]) await badge(window).filter({ hasText: /^2$/ }).waitFor();
    const counts = await Promise.all([workbench, other].map((window) => window.notification(notice).count()));
    assert.deepEqual(counts.sort(), [0, 1]);
    const [first] = shown;
    assert.ok(first);
    await first.page.bringToFront();
    await first.screenshot('watch-room-notification');
    await first.notificationAction(notice, 'Read');
    await first.page.locator('.tab.active', { hasText: room }).waitFor();
  });
});
