import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { test, useWorkbench } from './fixtures.ts';
import { Reader } from './pages/reader.ts';
import { textOf } from './pages/textOf.ts';

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

test.describe('A beginner with the walkthrough and a keyboard', () => {
  // The name of this file is the second, so that it gets the window that the second worker opens.
  const session = useWorkbench({}, { isNewWindow: true });
  let keyCount = 0;

  /** Any use of the mouse, by a page object too. */
  const pointerCount = () => session().workbench.page.evaluate<number>('window.pointerCount');
  const countPointers = () =>
    session().workbench.page.evaluate(
      `window.pointerCount = 0; addEventListener('pointerdown', () => { window.pointerCount += 1; }, true)`,
    );
  test.beforeAll(() => countPointers());

  async function press(key: string, page: Page = session().workbench.page): Promise<void> {
    keyCount += 1;
    await page.keyboard.press(key);
  }

  async function tabTo(target: Locator, page: Page = session().workbench.page): Promise<void> {
    const mostTabs = keyCount + 60;
    await target.waitFor();
    while (!(await target.and(page.locator(':focus')).isVisible())) {
      assert.ok(keyCount < mostTabs, 'Tab does not reach the element');
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

  test('comes from an empty profile to a share, to its answer, to the patch and back, with few keys', async ({
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
    await browser.getByRole('button', { name: 'Continue as Ada Park' }).and(browser.locator(':focus')).waitFor();
    await press('Enter', browser);
    await browser.getByRole('button', { name: 'Approve', exact: true }).and(browser.locator(':focus')).waitFor();
    await press('Enter', browser);
    await workbench.statusBar('Signed in to the sandbox');
    await browser.close();
    await page.bringToFront();

    const keysBefore = keyCount;
    await workbench.input.expectTitle('Share Selection (2/2)');
    await workbench.input.expectActive('Send to Code reviews');
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
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.getByText('total.ts  +1 −1').waitFor();
    // Enter applies, without a Tab before.
    await dialog.getByRole('button', { name: 'Apply', exact: true }).and(page.locator(':focus')).waitFor();
    await press('Enter');
    await workbench.statusBar('Applied patch to 1 file');
    // What has changed is shown at once: the texts from before the patch are there without a commit.
    const changes = page.locator('.multiDiffEditor, .monaco-diff-editor, .multi-diff-root-floating-menu');
    await page.locator('.tab.active', { hasText: 'Patch Changes' }).waitFor();
    await changes.first().waitFor();
    await page.locator('.view-line', { hasText: 'index <= items.length' }).first().waitFor();
    await workbench.picture('walkthrough-patched');
    await workbench.runCommand('View: Close Editor');
    await answer.locator('.applied', { hasText: 'Applied' }).waitFor();
    assert.equal(await pointerCount(), 0);
    await workbench.reloadByCommand();
    await countPointers();
    // A later window knows it, too.
    await answer.getByRole('button', { name: 'Undo' }).press('Enter');
    await workbench.statusBar('Undid patch in 1 file');
    await answer.getByRole('button', { name: 'Apply Patch…' }).waitFor();
  });

  test('shares again to the same room with four keys, and to the last room with a shortcut', async ({
    workbench,
    sandbox,
  }) => {
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(2, 3);
    await workbench.shareSelectionTo(room);
    await workbench.until(async () => (await sandbox.received()).length === 1);
    await press('F1');
    await workbench.input.acceptActive('Roomside: Share Selection to Room…');
    await workbench.input.expectTitle('Share Selection (1/2)');
    await workbench.input.acceptActive(room);
    await workbench.input.acceptActive(`Send to ${room}`);
    // Until then the keys would reach the confirmation.
    await workbench.input.expectClosed();
    await workbench.until(async () => (await sandbox.received()).length === 2);
    await press('Control+K');
    await press('Control+Enter');
    await workbench.input.expectTitle(`Share Selection (2/2)`);
    await workbench.input.acceptActive(`Send to ${room}`);
    await workbench.until(async () => (await sandbox.received()).length === 3);
    for (const { markdown, roomTitle } of await sandbox.received()) {
      assert.match(markdown ?? '', /^\*\*src\/tide\.ts\*\* · lines 2–3 · TypeScript/);
      assert.equal(roomTitle, room);
    }
    assert.equal(await pointerCount(), 0);
  });

  test('sees four steps with a picture each, and those that are done checked off', async ({ workbench }) => {
    await workbench.runCommand('View: Close All Editors');
    // Pictures are visible only in a wide window.
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    await openWalkthrough();
    const details = workbench.page.locator('.gettingStartedContainer .gettingStartedSlideDetails');
    const all = details.locator('.getting-started-step');
    assert.deepEqual(await all.locator('.step-title').allInnerTexts(), steps);
    for (const [index, title] of steps.entries()) {
      const step = all.filter({ hasText: title });
      const expanded = step.and(workbench.page.locator('.expanded'));
      if (!(await expanded.isVisible())) await step.click();
      await expanded.waitFor();
      await details.locator('.getting-started-media').locator('iframe, svg').first().waitFor();
      assert.doesNotMatch(await textOf(step.locator('.step-description-container')), /%|command:/);
      await workbench.picture(`walkthrough-${index + 1}`);
    }
    const [signIn, , share, codeBack] = steps;
    for (const step of [signIn, share, codeBack])
      await all.filter({ hasText: step }).locator('.codicon.complete').waitFor();
  });
});
