import assert from 'node:assert/strict';
import path from 'node:path';
import { test, useWorkbench } from './fixtures.ts';
import { answerSignIn } from './pages/answerSignIn.ts';

const room = 'Code reviews';

test.describe('Failing shares', () => {
  const session = useWorkbench();
  const addFault = (effect: object) =>
    session().sandbox.control('POST', 'faults', {
      match: { method: 'POST', path: '/v1/messages' },
      times: 1,
      effect,
    });

  /** The first line of a file. Each test shares another file, so that its status bar messages are its own. */
  async function share(shared: string): Promise<void> {
    const { workbench } = session();
    await workbench.editor.open(path.basename(fileOf(shared)));
    await workbench.editor.selectLines(1, 1);
    await workbench.shareTo(room, 'Share Selection', () => workbench.runCommand('Roomside: Share Selection to Room…'));
  }

  const fileOf = (shared: string): string => shared.slice(0, -':1'.length);

  const postCount = async (): Promise<number> => {
    const counts = (await session().sandbox.control('GET', 'counts')) as Readonly<Record<string, number>>;
    return counts['POST /v1/messages'] ?? 0;
  };

  async function expectReceivedOnce(shared: string): Promise<void> {
    const messages = await session().sandbox.received();
    assert.deepEqual(
      messages.map(({ markdown = '' }) => /^\*\*(.*?)\*\* · line 1 · /.exec(markdown)?.[1]),
      [fileOf(shared)],
    );
  }

  test.beforeAll(async () => {
    await session().workbench.enterSandbox();
  });

  test('shows a countdown during the rate limit, and sends exactly once', async ({ workbench }) => {
    const shared = 'src/tide.ts:1';
    const before = await postCount();
    await addFault({ kind: 'rate-limit', retryAfter: 4 });
    // It is visible only for these seconds.
    const [said] = await Promise.all([workbench.statusBar('Rate limited'), share(shared)]);
    assert.match(said, /^Rate limited, retrying in [1-4] s$/);
    await workbench.screenshot('rate-limited');
    await workbench.statusBar(`Shared ${shared} to ${room}`);
    await workbench.page.locator('.statusbar-item', { hasText: 'Rate limited' }).waitFor({ state: 'hidden' });
    assert.equal(await postCount(), before + 2);
    await expectReceivedOnce(shared);
  });

  test('needs confirmation in Recent Shares when the room cannot be read', async ({ workbench, sandbox }) => {
    const shared = 'src/server.ts:1';
    const before = await postCount();
    await addFault({ kind: 'cut', when: 'after' });
    const effect = { kind: 'status', status: 403 };
    await sandbox.control('POST', 'faults', { match: { method: 'GET', path: '/v1/messages' }, effect });
    await share(shared);
    const doubt = `Couldn't confirm that ${shared} arrived in “${room}”.`;
    assert.equal(
      await workbench.toast(doubt),
      `${doubt} The response was lost, and Roomside can't read the room to check (403).`,
    );
    assert.equal(await workbench.statusBar('share to confirm'), '1 share to confirm');
    await workbench.notificationAction(doubt, 'Show Recent Shares');
    await workbench.recentShares.row(`${shared}, ${room}, unconfirmed`).waitFor();
    await workbench.screenshot('recent-shares-doubt');
    await workbench.recentShares.clickAction(`${shared}, ${room}, unconfirmed`, 'Mark as Sent');
    await workbench.page.locator('.statusbar-item', { hasText: 'share to confirm' }).waitFor({ state: 'hidden' });
    assert.equal(await postCount(), before + 1);
    await expectReceivedOnce(shared);
  });

  test('names the unreachable service, waits, and sends when it is reachable', async ({
    workbench,
    relay,
    sandbox,
  }) => {
    const shared = 'web/clock.css:1';
    await relay.close();
    await share(shared);
    const { host } = new URL(relay.origin);
    const waits = `${shared} is waiting and will be sent to “${room}” automatically.`;
    assert.equal(
      await workbench.toast(waits),
      `${waits} Couldn't reach ${host} (ECONNREFUSED). Check the service address and your network.`,
    );
    await workbench.screenshot('share-unreachable');
    assert.deepEqual(await sandbox.received(), []);
    await relay.reopen();
    await workbench.notificationAction(waits, 'Try Again');
    await workbench.statusBar(`Shared ${shared} to ${room}`);
    await expectReceivedOnce(shared);
  });

  test('can be undone from the status bar', async ({ workbench, sandbox }) => {
    const shared = 'scripts/harvest.py:1';
    await share(shared);
    await workbench.page.locator('.statusbar-item', { hasText: `Shared ${shared} to ${room}` }).click();
    await workbench.statusBar(`Deleted ${shared} from ${room}`);
    const counts = (await sandbox.control('GET', 'counts')) as Readonly<Record<string, number>>;
    assert.equal(counts['DELETE /v1/messages/:id'], 1);
  });

  test('names the missing scope, and continues after a sign-in that grants it', async ({
    workbench,
    relay,
    sandbox,
  }) => {
    const shared = 'README.md:1';
    const notShared = `Couldn't share ${shared} to “${room}”.`;
    const scopes = ['svc:people_read', 'svc:rooms_read'];
    const made = await sandbox.control('POST', 'personal-tokens', { personEmail: 'ada.park@example.com', scopes });
    await workbench.enterToken(relay.origin, (made as { accessToken: string }).accessToken);
    await workbench.input.expectClosed();
    await workbench.statusBar('Signed in as ada.park@example.com');
    await share(shared);
    const message = await workbench.toast(notShared);
    await workbench.screenshot('share-forbidden');
    assert.match(message, /Your account isn't allowed to do this \(403\)\. The service says: .*svc:messages_write/);
    assert.deepEqual(await sandbox.received(), []);
    await workbench.notificationAction(notShared, 'Sign In');
    const page = await workbench.nextPage(() => workbench.input.pickOption('The Sandbox'));
    await answerSignIn(page, 'approve');
    await page.close();
    await workbench.statusBar('Signed in to the sandbox');
    assert.deepEqual(await sandbox.received(), [], 'nothing is sent before the user asks for it');
    await workbench.notificationAction(notShared, 'Try Again');
    await workbench.statusBar(`Shared ${shared} to ${room}`);
    await expectReceivedOnce(shared);
  });
});
