import { cpSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { createServiceClient, type ServiceClient } from '../../../src/core/api/client.ts';
import { composeServicePipe } from '../../../src/core/api/pipe.ts';
import type { Send } from '../../../src/core/api/send.ts';
import { AccountStore } from '../../../src/core/auth/accountStore.ts';
import { SignInFlows } from '../../../src/core/auth/signIn/signInFlows.ts';
import { TokenSource } from '../../../src/core/auth/tokenSource.ts';
import { createSandbox } from '../../../src/servers/sandbox/sandbox.ts';
import { ManualClock } from '../../support/fakes/manualClock.ts';
import { MemoryLock } from '../../support/fakes/memoryLock.ts';
import { MemorySecretStore } from '../../support/fakes/memorySecretStore.ts';
import { passTime } from '../../support/fakes/passTime.ts';
import { RecordingLog } from '../../support/fakes/recordingLog.ts';
import { createSandboxSend } from '../../support/fakes/sandboxSend.ts';
import { createTemporaryFolder } from '../../support/harness/temporaryFolder.ts';
import { Capture } from '../../unit/servers/broker/capture.ts';
import { TestBrowser } from '../../unit/servers/broker/testBrowser.ts';
import type { TestSandbox } from '../../unit/servers/sandbox/openTestSandbox.ts';

const fixtures = path.join(import.meta.dirname, '../../support/fixtures/stored-803f19c');

/** The address of the service of all stored accounts. */
export const storedOrigin = 'http://127.0.0.1:43117';

/** Facts about the fixtures. */
interface Facts {
  /** When build 803f19c ended, in milliseconds since the epoch. */
  readonly endedMs: number;
  /** The e-mail address of each account. */
  readonly people: Readonly<Record<'ada' | 'broker' | 'ended' | 'token' | 'approved', string>>;
  /** The query of a callback that has not arrived yet. */
  readonly callback: string;
}

function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(path.join(fixtures, `${name}.json`), 'utf8')) as T;
}

/** Copies the fixtures to a temporary folder. */
function copyStored() {
  const folder = createTemporaryFolder();
  const [storage, workspace] = ['storage', 'workspace'].map((name) => path.join(folder.path, name)) as [string, string];
  for (const name of ['storage', 'workspace'])
    cpSync(path.join(fixtures, name), path.join(folder.path, name), { recursive: true });
  const facts = readJson<Facts>('facts');
  const outbox = path.join(storage, 'outbox');
  // Git stores no file times, and records name the folder of shared files `/workspace`.
  for (const name of readdirSync(workspace))
    utimesSync(path.join(workspace, name), 0, Date.UTC(2026, 10, 17, 16) / 1000);
  for (const name of readdirSync(outbox, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(outbox, name);
    if (name.endsWith('.share.json')) {
      const local = JSON.stringify(workspace + path.sep).slice(1, -1);
      writeFileSync(
        file,
        readFileSync(file, 'utf8').replace('/workspace/', () => local),
      );
    } else utimesSync(file, facts.endedMs / 1000, facts.endedMs / 1000);
  }
  const dataFile = path.join(storage, 'sandbox', 'sandbox.sqlite');
  writeFileSync(dataFile, gunzipSync(readFileSync(`${dataFile}.gz`)));
  return {
    folder,
    storage,
    dataFile,
    facts,
    globalState: readJson<object>('globalState'),
    workspaceState: readJson<object>('workspaceState'),
  };
}

/** Opens today's client and sandbox on the stored data. */
export function openStored() {
  const stored = copyStored();
  const [clock, log, lock] = [new ManualClock(stored.facts.endedMs + 60_000), new RecordingLog(), new MemoryLock()];
  const sandbox = createSandbox({ dataFile: stored.dataFile, clock: () => clock.now() });
  const send = createSandboxSend(sandbox);
  let openCount = 0;
  const bodies: string[] = [];
  const transport: Send = async (request, signal) => {
    openCount += 1;
    try {
      if (request.body !== undefined) bodies.push(await text(request.body.open()));
      return await send(request, signal);
    } finally {
      openCount -= 1;
    }
  };
  /** Time passes only while no request waits for its answer. */
  const pass = <T>(promise: Promise<T>): Promise<T> => passTime(clock, promise, { isBusy: () => openCount > 0 });
  const secrets = new MemorySecretStore();
  for (const [key, value] of Object.entries(readJson<Record<string, string>>('secrets')))
    secrets.entries.set(key, value);
  const accounts = new AccountStore(secrets, log, { lock, clock });
  const tokens = new TokenSource({ accounts, send: transport, clock, log, lock, random: () => 0 });
  const flows = new SignInFlows({ secrets, accounts, send: transport, clock, lock }, log);
  const clientOf = (accountId: string, send: Send = transport): ServiceClient => {
    const pipe = {
      transport: send,
      baseUrl: storedOrigin,
      tokens: tokens.forAccount(accountId),
      clock,
      log,
      random: () => 1,
    };
    return createServiceClient({ baseUrl: storedOrigin, send: composeServicePipe(pipe) });
  };
  const call: TestSandbox['call'] = async (method, url, { body, headers } = {}) =>
    sandbox.fetch(
      new Request(new URL(url, storedOrigin), { method, ...(headers && { headers }), ...(body && { body }) }),
    );
  const deployment = {
    publicUrl: `${storedOrigin}/broker`,
    capture: new Capture(),
    service: { call },
    fetch: (request: Request) => sandbox.fetch(request),
  };
  return {
    ...stored,
    browser: new TestBrowser(deployment),
    ...{ clock, log, lock, sandbox, transport, pass, bodies, secrets, accounts, tokens, flows, clientOf },
    async close() {
      accounts.dispose();
      await sandbox.close();
      await stored.folder.remove();
    },
  };
}

export type Stored = ReturnType<typeof openStored>;
