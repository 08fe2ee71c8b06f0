import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeServerFolders } from '../support/harness/codeServer.ts';
import { extensionHostOf } from '../support/harness/extensionHost.ts';
import { killAfterEnter } from '../support/harness/killAfterEnter.ts';
import { shareRecordsIn } from '../support/harness/shareRecords.ts';
import { test, useWorkbench } from './fixtures.ts';

const room = 'Code reviews';
/** The time after which a share of a killed window is recovered. */
const recoveryMs = 60_000;

test.describe('A window whose extension host is killed', () => {
  const session = useWorkbench();
  test.beforeAll(() => session().workbench.enterSandbox());

  const outbox = () =>
    path.join(codeServerFolders(session().runFolder).userData, 'User/globalStorage/roomside.roomside/outbox');

  /** Reloads the window, starts Roomside, and waits until everything is sent. */
  async function recover(): Promise<void> {
    const { workbench } = session();
    await workbench.reload();
    await workbench.roomsView.open();
    const isSent = async () =>
      (await shareRecordsIn<{ state: string }>(outbox())).every(({ state }) => state === 'sent');
    await workbench.until(isSent, recoveryMs);
  }

  test('loses no text once the last step has closed', async () => {
    const { workbench, sandbox, server } = session();
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(2, 2);
    const hostId = extensionHostOf(server.processId);
    await workbench.toLastStep(room, 'Share Selection', () =>
      workbench.runCommand('Roomside: Share Selection to Room…'),
    );
    const { wasConfirmed } = await killAfterEnter(workbench.page, hostId, 'closed');
    assert.equal(wasConfirmed, true);
    await recover();
    const arrived = await sandbox.received();
    assert.deepEqual(
      arrived.map(({ markdown = '' }) => /line \d+/.exec(markdown)?.[0]),
      ['line 2'],
    );
  });

  test('loses none of several confirmed files, and sends each once', async () => {
    const { workbench, sandbox, server, workspaceFolder } = session();
    const names = ['killed-1.txt', 'killed-2.txt', 'killed-3.txt'];
    for (const name of names) await writeFile(path.join(workspaceFolder, name), `${name}\n`);
    const hostId = extensionHostOf(server.processId);
    await workbench.explorer.open();
    await workbench.toLastStep(room, 'Share File', () => workbench.explorer.contextMenu(names, 'Share File to Room…'));
    await killAfterEnter(workbench.page, hostId, 'closed');
    await recover();
    const arrived = await sandbox.received();
    assert.deepEqual(arrived.flatMap(({ files }) => files.map(({ name }) => name)).sort(), names);
  });
});
