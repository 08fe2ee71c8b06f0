import assert from 'node:assert/strict';
import { type RunningWorkbench, startWorkbench } from '../support/harness/startWorkbench.ts';
import { testedExtension } from './workbenchSession.ts';

const room = 'Code reviews';

describe('A newcomer without any service', () => {
  let running: RunningWorkbench;

  before(async function () {
    this.timeout(120_000);
    running = await startWorkbench({ extension: testedExtension });
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await running.workbench.screenshot(`failed-${this.currentTest.title}`);
  });
  after(() => running?.close());

  it('gets a sandbox that the extension starts by itself', async () => {
    const { workbench } = running;
    await workbench.roomsView.open();
    await workbench.signInThroughSandbox('approve');
    await workbench.statusBar('Signed in to the sandbox as ada.park@example.com');
    await workbench.roomsView.expectRoom(room);
  });

  it('is still signed in when the window was loaded anew, with the same rooms, and shares code', async () => {
    const { workbench } = running;
    const before = await workbench.roomsView.labels();
    await workbench.reload();
    await workbench.roomsView.open();
    await workbench.roomsView.expectRoom(room);
    assert.deepEqual(await workbench.roomsView.labels(), before);
    assert.equal(await workbench.notification(/./).count(), 0);
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(2, 3);
    await workbench.shareTo(room, 'Share Selection', () => workbench.runCommand('Roomside: Share Selection…'));
    await workbench.statusBar(`Shared src/tide.ts to ${room}`);
  });
});
