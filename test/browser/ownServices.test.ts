import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../support/harness/freePort.ts';
import { type Relay, startRelay } from '../support/harness/relay.ts';
import { type SandboxProcess, startSandbox } from '../support/harness/sandboxProcess.ts';
import { holderOf, searchFiles } from '../support/harness/searchFiles.ts';
import { type RunningWorkbench, startWorkbench } from '../support/harness/startWorkbench.ts';
import { zipEntries } from '../support/harness/zipEntries.ts';
import { type ServerProcess, startServer } from '../unit/servers/serverProcess.ts';
import { packagedExtension, test, testedExtension, toolCaller } from './fixtures.ts';
import { approveSignIn, approveToCopy, signInAs } from './pages/approveSignIn.ts';

const room = 'Code reviews';
const person = 'ada.park@example.com';
const neededScopes = ['people_read', 'rooms_read', 'messages_read', 'messages_write', 'memberships_read'];
const sealKey = `k1:${randomBytes(32).toString('base64url')}`;
/**
 * With rotating refresh tokens that are valid once. Access tokens live long enough that no refresh happens by itself.
 */
const sandboxArguments = ['--access-token-lifetime', '1800', '--rotate-refresh-tokens', '--revoke-reused-tokens'];
const startTimeoutMs = 120_000;

let ownEditor: RunningWorkbench | undefined;
/** The editor of this file. It knows neither the sandbox nor the relay of the other tests. */
async function openEditor(): Promise<RunningWorkbench> {
  const extensions = { extension: testedExtension, otherExtensions: [toolCaller] } as const;
  ownEditor ??= await startWorkbench({ ...extensions, logLevel: 'trace' });
  return ownEditor;
}
test.afterAll(() => ownEditor?.close());

test.describe('First steps, with the sandbox that the extension starts', () => {
  test.describe.configure({ mode: 'serial' });
  let running: RunningWorkbench;

  test.beforeAll(async () => {
    test.setTimeout(startTimeoutMs);
    running = await openEditor();
  });

  test('the sandbox needs no account, and its rooms stay after a reload', async () => {
    const { workbench } = running;
    await workbench.roomsView.open();
    const page = await workbench.nextPage(() => workbench.roomsView.welcomeButton('Try the Sandbox').click());
    await signInAs(page);
    await approveSignIn(page);
    await page.close();
    await workbench.page.bringToFront();
    await workbench.statusBar('Signed in to the sandbox as ada.park@example.com');
    await workbench.roomsView.expectRoom(room);
    const before = await workbench.roomsView.labels();
    await workbench.reload();
    await workbench.roomsView.open();
    await workbench.roomsView.expectRoom(room);
    assert.deepEqual(await workbench.roomsView.labels(), before);
    await workbench.expectNoNotification(/sandbox|sign in|session/i);
  });
});

/**
 * An organization: a service, its broker as a separate process, and an editor. All traffic between them is recorded.
 */
interface Organization {
  readonly sandbox: SandboxProcess;
  readonly broker: ServerProcess;
  readonly clientSecret: string;
  /** The proxy before the service, for the broker and the editor. */
  readonly serviceRelay: Relay;
  /** The proxy before the broker, for the browser and the editor. */
  readonly brokerRelay: Relay;
  readonly editor: RunningWorkbench;
  close(): Promise<void>;
}

async function open(): Promise<Organization> {
  await using opened = new AsyncDisposableStack();
  const sandbox = await startSandbox(sandboxArguments);
  opened.defer(() => sandbox.close());
  const serviceRelay = await startRelay(sandbox.origin);
  opened.defer(() => serviceRelay.close());
  const port = await freePort();
  const brokerRelay = await startRelay(`http://127.0.0.1:${port}`);
  opened.defer(() => brokerRelay.close());
  const registration = {
    name: 'Roomside',
    redirectUris: [`${brokerRelay.origin}/callback`],
    scopes: neededScopes.map((scope) => `svc:${scope}`),
  };
  const made = await sandbox.control('POST', 'integrations', registration);
  const { clientId, clientSecret } = made as { clientId: string; clientSecret: string };
  const broker = startServer('broker', {
    BROKER_PUBLIC_URL: brokerRelay.origin,
    BROKER_UPSTREAM_URL: serviceRelay.origin,
    BROKER_CLIENT_ID: clientId,
    BROKER_CLIENT_SECRET: clientSecret,
    BROKER_SEAL_KEYS: sealKey,
    BROKER_LISTEN_PORT: String(port),
  });
  opened.defer(async () => {
    broker.child.kill();
    await broker.ended;
  });
  const editor = await openEditor();
  await editor.reset({ 'roomside.broker.url': brokerRelay.origin, 'roomside.service.baseUrl': serviceRelay.origin });
  const ending = opened.move();
  const close = (): Promise<void> => ending.disposeAsync();
  return { sandbox, broker, clientSecret, serviceRelay, brokerRelay, editor, close };
}

test.describe('A whole session with the broker of an organization', () => {
  test.describe.configure({ mode: 'serial' });
  let organization: Organization | undefined;
  const here = (): Organization => {
    assert.ok(organization, 'the organization did not open');
    return organization;
  };
  /** Secrets that must not be in any file. */
  const secrets = (): readonly string[] => {
    const { serviceRelay, brokerRelay, sandbox, clientSecret } = here();
    const own = [clientSecret, sandbox.controlKey, sealKey.slice(3)];
    return [...new Set([...own, ...serviceRelay.secrets, ...brokerRelay.secrets])];
  };
  /** Secrets that must not be in a file of the editor. They were in URLs, which a browser keeps. */
  const ofSignIns = (): readonly string[] => [...here().serviceRelay.ofSignIns, ...here().brokerRelay.ofSignIns];

  test.beforeAll(async () => {
    test.setTimeout(startTimeoutMs);
    organization = await open();
  });
  test.afterAll(() => organization?.close());

  test('starts with the approval in the browser', async () => {
    const { workbench } = here().editor;
    await workbench.roomsView.open();
    const page = await workbench.nextPage(() => workbench.roomsView.welcomeButton('Sign In').click());
    const { copied } = await approveToCopy(page);
    await page.close();
    await workbench.page.bringToFront();
    await workbench.input.fill(copied);
    await workbench.input.accept();
    await workbench.statusBar(`Signed in as ${person}`);
    await workbench.roomsView.expectRoom(room);
    await workbench.picture('whole-session-rooms');
  });

  /** Revokes the access token at the service, but not its refresh token. @returns the revoked token */
  async function expireToken(): Promise<string | undefined> {
    const { sandbox, serviceRelay } = here();
    const { accessToken } = serviceRelay;
    await sandbox.control('POST', 'tokens/expire', { accessToken });
    return accessToken;
  }

  test('shares a selection with a new access token after the old one was revoked', async () => {
    const { editor, sandbox, serviceRelay } = here();
    const { workbench } = editor;
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectAll();
    const ended = await expireToken();
    await workbench.shareSelectionTo(room);
    await workbench.statusBar(/Shared src\/tide\.ts:1–\d+ to /);
    assert.equal((await sandbox.received()).length, 1);
    assert.notEqual(serviceRelay.accessToken, ended);
  });

  test('refreshes again at a service with rotating refresh tokens', async () => {
    const { editor, sandbox, serviceRelay } = here();
    const { workbench } = editor;
    const ended = await expireToken();
    await workbench.runCommand('Roomside: Refresh Rooms');
    await workbench.until(async () => serviceRelay.accessToken !== ended);
    await workbench.roomsView.expectRoom(room);
    const redeemed = async (): Promise<number> =>
      ((await sandbox.control('GET', 'counts')) as Record<string, number>)['POST /v1/access_token'] ?? 0;
    await workbench.until(async () => (await redeemed()) === 3, 10_000); // one code, two refreshes
  });

  test('ends with the sign-out', async () => {
    const { workbench } = here().editor;
    await workbench.runCommand('Roomside: Sign Out');
    await workbench.answerDialog('Sign Out');
    await workbench.roomsView.open();
    await workbench.roomsView.welcomeButton('Sign In').waitFor();
    await workbench.expectNoNotification(/sign|session/i);
  });

  test('shows its secrets on the wire, so that the search knows them', () => {
    const { serviceRelay, brokerRelay, clientSecret } = here();
    assert.ok(serviceRelay.secrets.includes(clientSecret));
    // Client secret, three access tokens and three refresh tokens; verifier, refresh secret, three handles, and the
    // same access tokens.
    assert.equal(serviceRelay.secrets.length, 7);
    assert.equal(brokerRelay.secrets.length, 8);
    assert.ok(ofSignIns().length >= 6, 'flow, sealed and raw code, state, PKCE verifier, cookie');
    for (const secret of [...secrets(), ...ofSignIns()]) assert.ok(secret.length >= 16);
  });

  test('[S37] leaves no secret in a log, a setting, a state or any other file of the editor', async () => {
    const { runFolder } = here().editor;
    const all = [...secrets(), ...ofSignIns()];
    const { files, holding } = await searchFiles(runFolder, all);
    assert.deepEqual(
      holding.filter((file) => !file.startsWith('browser/')),
      [],
    );
    for (const wanted of [
      /^user-data.*Roomside\.log$/,
      /exthost.*\.log$/,
      /^server\.log$/,
      /settings\.json$/,
      /^browser.*Local Storage/,
    ]) {
      assert.ok(
        files.some((file) => wanted.test(file)),
        `no file ${wanted} was looked at`,
      );
    }
    const log = files.find((file) => file.endsWith('Roomside.log')) ?? '';
    assert.match(await readFile(path.join(runFolder, log), 'utf8'), /\[(?:debug|trace)\].*\/v1\/rooms/);
    assert.deepEqual((await searchFiles(path.join(runFolder, 'browser'), secrets())).holding, []);
  });

  test('[S58] leaves no secret in the output of the broker and the service', () => {
    const { broker, sandbox } = here();
    const isHolding = holderOf([...secrets(), ...ofSignIns()]);
    const said = broker.output.stdout + broker.output.stderr;
    assert.match(said, /"path":"\/refresh"/);
    assert.ok(!isHolding(Buffer.from(said)));
    assert.ok(!isHolding(Buffer.from(sandbox.output())));
  });

  test('[S44] has no secret in the packaged extension', async () => {
    const entries = zipEntries(await packagedExtension());
    const isHolding = holderOf([...secrets(), ...ofSignIns()]);
    assert.ok(entries.some(({ name }) => name === 'extension/dist/extension.cjs'));
    const holding = entries.filter(({ bytes }) => isHolding(bytes)).map(({ name }) => name);
    assert.deepEqual(holding, []);
  });
});
