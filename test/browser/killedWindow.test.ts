import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeServerFolders } from '../support/harness/codeServer.ts';
import { extensionHostOf } from '../support/harness/extensionHost.ts';
import { killAfterEnter } from '../support/harness/killAfterEnter.ts';
import { shareRecordsIn } from '../support/harness/shareRecords.ts';
import { test, useWorkbench } from './fixtures.ts';

const room = 'Code reviews';
/** A window that died while it held a share is given up for lost only after a while. */
const recoveryMs = 60_000;

test.describe('A window whose extension host is killed', () => {
  const session = useWorkbench();
  test.beforeAll(() => session().workbench.enterSandbox());

  const outbox = () =>
    path.join(codeServerFolders(session().runFolder).userData, 'User/globalStorage/roomside.roomside/outbox');

  /** Loads the window again, starts Roomside, and waits until everything has been sent. */
  async function recover(): Promise<void> {
    const { workbench } = session();
    await workbench.reload();
    await workbench.roomsView.open();
    const isSent = async () =>
      (await shareRecordsIn<{ state: string }>(outbox())).every(({ state }) => state === 'sent');
    await workbench.until(isSent, recoveryMs);
  }

  test('has lost nothing of a text once the last step has closed', async () => {
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

  test('has lost none of the files that were confirmed together, and sends each once', async () => {
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
