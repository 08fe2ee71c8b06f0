import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { test, useWorkbench } from './fixtures.ts';
import { Reader } from './pages/reader.ts';
import { textOf } from './pages/textOf.ts';

const room = 'Mateo Silva';
/** From the walkthrough of an empty profile to the reply that the answer to the first share is applied. */
const mostKeys = 15;
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

  const stepOf = (title: string) =>
    session().workbench.page.locator('.gettingStartedSlideDetails .getting-started-step', { hasText: title });
  const isDone = (title: string) => stepOf(title).locator('.codicon.complete');

  test('comes from an empty profile to a share, and to its answer, applied and said so, with few keys', async ({
    workbench,
    sandbox,
  }) => {
    const { page } = workbench;
    await openWalkthrough();
    await workbench.picture('walkthrough');
    await tabTo(stepOf(steps[0]).getByRole('button', { name: 'Try the Sandbox' }));
    const browser = await workbench.nextPage(() => press('Enter'));
    await browser.getByRole('button', { name: 'Continue as Ada Park' }).and(browser.locator(':focus')).waitFor();
    await press('Enter', browser);
    await browser.getByRole('button', { name: 'Approve', exact: true }).and(browser.locator(':focus')).waitFor();
    await press('Enter', browser);
    await workbench.statusBar('Signed in to the sandbox');
    await browser.close();
    await page.bringToFront();
    // The walkthrough goes on by itself, and ticks what is done: no list has shown rooms yet, and nothing is shared.
    await stepOf(steps[2]).and(page.locator('.expanded:focus')).waitFor();
    await isDone(steps[0]).waitFor();
    for (const title of [steps[1], steps[2]]) assert.equal(await isDone(title).count(), 0, title);
    await tabTo(stepOf(steps[2]).getByRole('button', { name: 'Share a Sample' }));
    await press('Enter');
    await workbench.input.expectTitle('Share Selection (2/2)');
    await workbench.input.expectActive('Send to Code reviews');
    await workbench.composer.preview().locator('pre', { hasText: 'items[index].cents' }).waitFor();
    await workbench.picture('walkthrough-last-step');
    await press('Enter');
    const answer = new Reader(page).message('The loop reads one item too many');
    const { frame } = new Reader(page);
    await answer.and(frame.locator(':focus')).waitFor();
    await workbench.picture('walkthrough-answer');
    const dialog = page.locator('.monaco-dialog-box');
    keyCount += 1;
    await new Reader(page).pressKey('a', dialog.getByText('total.ts  +1 −1'));
    await dialog.getByRole('button', { name: 'Apply', exact: true }).and(page.locator(':focus')).waitFor();
    await press('Enter');
    await answer.locator('.applied', { hasText: 'Applied' }).waitFor();
    await answer.and(frame.locator(':focus')).waitFor();
    keyCount += 1;
    await new Reader(page).pressKey('Enter', frame.locator('p.applied', { hasText: '✓ Applied' }));
    assert.ok(keyCount <= mostKeys, `${keyCount} keys to the applied answer`);
    assert.deepEqual((await sandbox.received()).map(({ markdown }) => markdown).slice(1), ['✓ Applied']);
    await workbench.picture('walkthrough-applied');
    // The texts from before the patch are there without a commit.
    await answer.getByRole('button', { name: 'Show Changes' }).press('Enter');
    await page.locator('.tab.active', { hasText: 'Patch Changes' }).waitFor();
    await page.locator('.view-line', { hasText: 'index <= items.length' }).first().waitFor();
    await workbench.picture('walkthrough-patched');
    await workbench.runCommand('View: Close Editor');
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
    for (const title of [steps[0], steps[2], steps[3]]) await isDone(title).waitFor();
  });
});
