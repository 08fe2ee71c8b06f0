import assert from 'node:assert/strict';
import { answerSignIn } from './workbench/answerSignIn.ts';
import { useWorkbench } from './workbenchSession.ts';

const room = 'Code reviews';
const shared = 'src/tide.ts';
const notShared = `${shared} was not shared to “${room}”.`;

describe('A share that fails', () => {
  const session = useWorkbench();
  const addFault = (effect: object) =>
    session().sandbox.control('POST', 'faults', {
      match: { method: 'POST', path: '/v1/messages' },
      times: 1,
      effect,
    });

  async function share(lines: [number, number]): Promise<void> {
    const { workbench } = session();
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(...lines);
    await workbench.shareTo(room, 'Share Selection', () => workbench.runCommand('Roomside: Share Selection…'));
  }

  const postCount = async (): Promise<number> => {
    const counts = (await session().sandbox.control('GET', 'counts')) as Readonly<Record<string, number>>;
    return counts['POST /v1/messages'] ?? 0;
  };

  async function expectReceivedOnce(line: string): Promise<void> {
    const messages = await session().sandbox.received();
    assert.deepEqual(
      messages.map(({ markdown = '' }) => markdown.split('\n')[0]),
      [`**${shared}** · ${line} · TypeScript`],
    );
  }

  before(async () => {
    await session().workbench.signInThroughSandbox('approve');
    await session().workbench.statusBar('Signed in to the sandbox');
  });

  it('counts down while the service limits the rate, and is sent exactly once', async () => {
    const { workbench } = session();
    const before = await postCount();
    await addFault({ kind: 'rate-limit', retryAfter: 4 });
    await share([2, 2]);
    assert.match(await workbench.statusBar('Rate limited'), /^Rate limited, going on in [1-4] s$/);
    await workbench.screenshot('rate-limited');
    await workbench.statusBar(`Shared ${shared} to ${room}`);
    await workbench.page.locator('.statusbar-item', { hasText: 'Rate limited' }).waitFor({ state: 'hidden' });
    assert.equal(await postCount(), before + 2);
    await expectReceivedOnce('line 2');
  });

  it('is not sent twice when nobody knows whether it arrived, and says so', async () => {
    const { workbench } = session();
    const before = await postCount();
    await addFault({ kind: 'cut', when: 'after' });
    await share([3, 3]);
    const message = await workbench.toast('It is not known');
    await workbench.screenshot('share-unknown');
    assert.match(
      message,
      /^The connection to \S+ was cut \(\w+\)\. It is not known whether src\/tide\.ts arrived in “Code reviews”: look into the room before you send it again\.$/,
    );
    assert.equal(await postCount(), before + 1);
    await expectReceivedOnce('line 3');
    await workbench.clearNotifications();
  });

  it('is not called a failure when only the answer to it is broken', async () => {
    const { workbench, relay } = session();
    await addFault({ kind: 'truncated-json' });
    await share([7, 7]);
    assert.equal(
      await workbench.toast('It is not known'),
      `The answer of ${new URL(relay.origin).host} broke off in the middle. It is not known whether ${shared} arrived in “${room}”: look into the room before you send it again.`,
    );
    await expectReceivedOnce('line 7');
    await workbench.clearNotifications();
  });

  it('names the service that cannot be reached, and succeeds once it can', async () => {
    const { workbench, relay, sandbox } = session();
    await relay.close();
    await share([4, 4]);
    const { host } = new URL(relay.origin);
    assert.equal(
      await workbench.toast(notShared),
      `${notShared} Cannot reach ${host} (ECONNREFUSED). Check the service address and your network.`,
    );
    await workbench.screenshot('share-unreachable');
    assert.deepEqual(await sandbox.received(), []);
    await relay.reopen();
    await workbench.notificationAction(notShared, 'Try Again');
    await workbench.statusBar(`Shared ${shared} to ${room}`);
    await expectReceivedOnce('line 4');
  });

  it('names what the token may not do, and goes on after a sign-in that allows it', async () => {
    const { workbench, relay, sandbox } = session();
    const scopes = ['svc:people_read', 'svc:rooms_read'];
    const made = await sandbox.control('POST', 'personal-tokens', { personEmail: 'ada.park@example.com', scopes });
    await workbench.enterToken(relay.origin, (made as { accessToken: string }).accessToken);
    await workbench.input.expectClosed();
    await workbench.statusBar('Signed in as ada.park@example.com');
    await share([5, 6]);
    const message = await workbench.toast(notShared);
    await workbench.screenshot('share-forbidden');
    assert.match(
      message,
      /The service does not allow this to your account \(403\)\. The service says: .*svc:messages_write/,
    );
    assert.deepEqual(await sandbox.received(), []);
    await workbench.notificationAction(notShared, 'Sign In');
    const page = await workbench.nextPage(() => workbench.input.pickOption('The Sandbox'));
    await answerSignIn(page, 'approve');
    await page.close();
    await workbench.statusBar('Signed in to the sandbox');
    assert.deepEqual(await sandbox.received(), [], 'nothing goes out before it is asked for');
    await workbench.notificationAction(notShared, 'Try Again');
    await workbench.statusBar(`Shared ${shared} to ${room}`);
    await expectReceivedOnce('lines 5–6');
  });
});
