import assert from 'node:assert/strict';
import { test, useWorkbench } from './fixtures.ts';
import { answerSignIn, signInAs } from './pages/answerSignIn.ts';
import { Walkthrough } from './pages/walkthrough.ts';

const steps = [
  'Sign in, or try it without an account',
  'Find your rooms',
  'Share what you see',
  'Bring code back',
] as const;

test.describe('The walkthrough', () => {
  useWorkbench({}, { isNewWindow: true });

  test('opens by its name, with a picture for each step', async ({ workbench }) => {
    const walkthrough = new Walkthrough(workbench.page);
    // Pictures are visible only in a wide window.
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    await workbench.runCommand('Welcome: Open Walkthrough...');
    await workbench.input.findOption('Get Started with Roomside');
    await walkthrough.expectTitle('Get Started with Roomside');
    assert.deepEqual(await walkthrough.steps(), steps);
    for (const [index, step] of steps.entries()) {
      assert.doesNotMatch(await walkthrough.open(step), /%|command:/);
      await workbench.screenshot(`walkthrough-${index + 1}`);
    }
  });

  test('leads to the sandbox and the rooms, and checks off completed steps', async ({ workbench }) => {
    const walkthrough = new Walkthrough(workbench.page);
    const [signIn, rooms] = steps;
    await walkthrough.open(signIn);
    const page = await workbench.nextPage(() => walkthrough.press(signIn, 'Try the Sandbox'));
    await signInAs(page);
    await answerSignIn(page, 'approve');
    await page.close();
    await workbench.page.bringToFront();
    await walkthrough.expectDone(signIn);
    await walkthrough.open(rooms);
    await walkthrough.press(rooms, 'Show Rooms');
    await workbench.roomsView.expectRoom('Mateo Silva');
    await walkthrough.expectDone(rooms);
    await workbench.screenshot('walkthrough-done');
  });
});
