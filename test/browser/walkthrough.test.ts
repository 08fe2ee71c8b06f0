import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { test, useWorkbench } from './fixtures.ts';
import { Reader } from './pages/reader.ts';
import { Walkthrough } from './pages/walkthrough.ts';

const room = 'Mateo Silva';
/** From the walkthrough of an empty profile to the first share. */
const mostKeys = 25;
const mostKeysOfShare = 8;
const steps = [
  'Sign in, or try it without an account',
  'Find your rooms',
  'Share what you see',
  'Bring code back',
] as const;

test.describe('The walkthrough', () => {
  const session = useWorkbench({ 'roomside.rooms.pageSize': 100 }, { isNewWindow: true });
  let keyCount = 0;

  async function press(key: string, page: Page = session().workbench.page): Promise<void> {
    keyCount += 1;
    await page.keyboard.press(key);
  }

  async function tabTo(target: Locator, page: Page = session().workbench.page): Promise<void> {
    await target.waitFor();
    while (!(await target.and(page.locator(':focus')).isVisible())) {
      assert.ok(keyCount < 60, 'Tab does not reach the element');
      await press('Tab', page);
    }
  }

  async function openWalkthrough(): Promise<void> {
    const { page, input } = session().workbench;
    await input.runCommand('Welcome: Open Walkthrough...');
    await input.fill('Roomside');
    await input.acceptActive('Get Started with Roomside');
    await page.locator('.getting-started-step').first().waitFor();
  }

  test('leads from an empty profile to a share, to its answer and to the patch, with few keys', async ({
    workbench,
    sandbox,
  }) => {
    const { page } = workbench;
    await openWalkthrough();
    await tabTo(page.getByRole('button', { name: /^Share what you see/ }));
    await press('Enter');
    await tabTo(page.locator('.getting-started-step').getByRole('button', { name: 'Share a Sample' }));
    await workbench.picture('walkthrough');
    const browser = await workbench.nextPage(() => press('Enter'));
    await tabTo(browser.getByRole('button').filter({ hasText: 'ada.park@example.com' }), browser);
    await press('Enter', browser);
    await tabTo(browser.getByRole('button', { name: 'Approve', exact: true }), browser);
    await press('Enter', browser);
    await workbench.statusBar('Signed in to the sandbox');
    await browser.close();
    await page.bringToFront();

    const keysBefore = keyCount;
    await workbench.input.expectTitle('Share Selection (1/2)');
    await workbench.input.expectActive(room);
    await press('Enter');
    await workbench.input.expectTitle(`Share Selection → ${room} (2/2)`);
    await workbench.composer.preview().locator('pre', { hasText: 'items[index].cents' }).waitFor();
    await workbench.picture('walkthrough-last-step');
    await press('Enter');
    await workbench.until(async () => (await sandbox.received()).length === 1);
    assert.ok(keyCount - keysBefore <= mostKeysOfShare, `${keyCount - keysBefore} keys for the share`);
    assert.ok(keyCount <= mostKeys, `${keyCount} keys to the first share`);

    const reader = new Reader(page);
    const answer = reader.message('The loop reads one item too many');
    await answer.waitFor();
    await workbench.picture('walkthrough-answer');
    await answer.getByRole('button', { name: 'Apply Patch…' }).focus();
    await press('Enter');
    await page.locator('.monaco-dialog-box').getByText('total.ts  +1 −1').waitFor();
    await workbench.answerDialog('Apply');
    await workbench.toast('Applied patch to 1 file');
    await workbench.runCommand('View: Open Previous Editor');
    await page.locator('.view-line', { hasText: 'index < items.length' }).waitFor();
    await workbench.picture('walkthrough-patched');
  });

  test('shows four steps with a picture each, and checks off what was done', async ({ workbench }) => {
    await workbench.runCommand('View: Close All Editors');
    // Pictures are visible only in a wide window.
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    await openWalkthrough();
    const walkthrough = new Walkthrough(workbench.page);
    assert.deepEqual(await walkthrough.steps(), steps);
    for (const [index, step] of steps.entries()) {
      assert.doesNotMatch(await walkthrough.open(step), /%|command:/);
      await workbench.picture(`walkthrough-${index + 1}`);
    }
    const [signIn, , share] = steps;
    for (const step of [signIn, share]) await walkthrough.expectDone(step);
  });
});
