import assert from 'node:assert/strict';
import { type RunningWorkbench, startWorkbench } from '../support/harness/startWorkbench.ts';
import { test, testedExtension } from './fixtures.ts';
import { answerSignIn, signInAs } from './pages/answerSignIn.ts';
import { Walkthrough } from './pages/walkthrough.ts';

const room = 'Code reviews';
const steps = [
  'Sign in, or try it without an account',
  'Find your rooms',
  'Share what you see',
  'Bring code back',
] as const;

test.describe('First steps, with the sandbox that the extension starts', () => {
  test.describe.configure({ mode: 'serial' });
  let running: RunningWorkbench;

  test.beforeAll(async () => {
    test.setTimeout(120_000);
    running = await startWorkbench({ extension: testedExtension });
  });
  test.afterAll(() => running?.close());

  test('the walkthrough leads to the sandbox and the rooms, and checks off completed steps', async () => {
    const { workbench } = running;
    const walkthrough = new Walkthrough(workbench.page);
    const [signIn, rooms] = steps;
    // Pictures are visible only in a wide window.
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    await workbench.runCommand('Welcome: Open Walkthrough...');
    await workbench.input.findOption('Get Started with Roomside');
    await walkthrough.expectTitle('Get Started with Roomside');
    assert.deepEqual(await walkthrough.steps(), steps);
    for (const [index, step] of steps.entries()) {
      assert.doesNotMatch(await walkthrough.open(step), /%|command:/);
      await workbench.picture(`walkthrough-${index + 1}`);
    }
    await walkthrough.open(signIn);
    const page = await workbench.nextPage(() => walkthrough.press(signIn, 'Try the Sandbox'));
    await signInAs(page);
    await answerSignIn(page, 'approve');
    await page.close();
    await workbench.page.bringToFront();
    await workbench.statusBar('Signed in to the sandbox as ada.park@example.com');
    await walkthrough.expectDone(signIn);
    await walkthrough.open(rooms);
    await walkthrough.press(rooms, 'Show Rooms');
    await workbench.roomsView.expectRoom(room);
    await walkthrough.expectDone(rooms);
    await workbench.picture('walkthrough-done');
  });

  test('the session and the rooms stay after a reload, and code can be shared', async () => {
    const { workbench } = running;
    const before = await workbench.roomsView.labels();
    await workbench.reload();
    await workbench.roomsView.open();
    await workbench.roomsView.expectRoom(room);
    assert.deepEqual(await workbench.roomsView.labels(), before);
    await workbench.expectNoNotification(/sandbox|sign in|session/i);
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(2, 3);
    await workbench.shareTo(room, 'Share Selection', () => workbench.runCommand('Roomside: Share Selection to Room…'));
    await workbench.statusBar(`Shared src/tide.ts:2–3 to ${room}`);
  });
});
