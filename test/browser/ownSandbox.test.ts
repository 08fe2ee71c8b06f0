import assert from 'node:assert/strict';
import { type RunningWorkbench, startWorkbench } from '../support/harness/startWorkbench.ts';
import { test, testedExtension } from './fixtures.ts';

const room = 'Code reviews';

test.describe('The sandbox started by the extension', () => {
  test.describe.configure({ mode: 'serial' });
  let running: RunningWorkbench;

  test.beforeAll(async () => {
    test.setTimeout(120_000);
    running = await startWorkbench({ extension: testedExtension });
  });
  test.afterAll(() => running?.close());

  test('starts from the command without a service', async () => {
    const { workbench } = running;
    await workbench.roomsView.open();
    await workbench.signInThroughSandbox('approve');
    await workbench.statusBar('Signed in to the sandbox as ada.park@example.com');
    await workbench.roomsView.expectRoom(room);
  });

  test('keeps the session and the rooms after a reload, and shares code', async () => {
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
