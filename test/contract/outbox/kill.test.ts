import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { listen } from '../../../src/servers/listen.ts';
import { createSandbox, type Sandbox } from '../../../src/servers/sandbox/service/sandbox.ts';
import { controlOf } from '../../support/fakes/controlOf.ts';
import { projectRoot } from '../../support/harness/projectRoot.mjs';
import { createTemporaryFolder, type TemporaryFolder } from '../../support/harness/temporaryFolder.ts';
import type { ShareProcessSetup } from './shareProcess.ts';

interface Received {
  readonly markdown?: string;
}

describe('A window that is killed', function () {
  this.timeout(60_000);
  let sandbox: Sandbox;
  let control: ReturnType<typeof controlOf>;
  let server: { readonly origin: string; close(): Promise<void> };
  let temporary: TemporaryFolder;
  let folder: string;
  let setup: Omit<ShareProcessSetup, 'texts'>;

  beforeEach(async () => {
    sandbox = createSandbox({});
    control = controlOf(sandbox);
    server = await listen(sandbox);
    temporary = createTemporaryFolder();
    folder = path.join(temporary.path, 'outbox');
    const accessToken = sandbox.createDemoToken();
    const ask = async (way: string) => {
      const headers = { authorization: `Bearer ${accessToken}` };
      return (await fetch(`${server.origin}/v1/${way}`, { headers })).json() as Promise<Record<string, unknown>>;
    };
    const { items } = (await ask('rooms?max=100')) as { items: { id: string; isLocked?: boolean; errors?: object }[] };
    const room = items.find(({ isLocked, errors }) => !isLocked && errors === undefined);
    setup = {
      ...{ baseUrl: server.origin, accessToken, folder },
      personId: String((await ask('people/me')).id),
      roomId: room?.id ?? assert.fail(),
    };
  });
  afterEach(async () => {
    await server.close();
    await sandbox.close();
    await temporary.remove();
  });

  const received = async () =>
    (await control<{ messages: Received[] }>('received')).messages.map(({ markdown }) => markdown);
  const posts = async () => (await control('counts'))['POST /v1/messages'] ?? 0;

  function start(texts: readonly string[]) {
    const child = fork(
      path.join(projectRoot, 'test/contract/outbox/shareProcess.ts'),
      [JSON.stringify({ ...setup, texts })],
      {
        execPath: process.execPath,
        execArgv: ['--disable-warning=ExperimentalWarning'],
      },
    );
    return { child, ended: once(child, 'exit') };
  }

  async function states(): Promise<readonly string[]> {
    const names = await readdir(folder).catch(() => []);
    const records = names.filter((name) => name.endsWith('.share.json'));
    return Promise.all(records.map(async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8')).state));
  }

  /** Polls until the test times out. */
  async function until(isThere: () => Promise<boolean>): Promise<void> {
    while (!(await isThere())) await new Promise(setImmediate);
  }

  const post = { method: 'POST', path: '/v1/messages' };
  const cases: readonly [string, object, () => Promise<boolean>][] = [
    [
      'before its request was done',
      { kind: 'latency', ms: 1500 },
      async () => (await states()).includes('sending') && (await posts()) === 1,
    ],
    [
      'while it waits for the rate limit',
      { kind: 'rate-limit', retryAfter: 2 },
      async () => (await posts()) === 1 && (await states()).includes('queued'),
    ],
    [
      'while it checks whether a lost message arrived',
      { kind: 'cut', when: 'after' },
      async () => (await states()).includes('unknown'),
    ],
    [
      'while it makes sure that a message did not arrive',
      { kind: 'status', status: 503 },
      async () => (await states()).includes('unknown'),
    ],
  ];
  for (const [when, effect, isThere] of cases) {
    it(`loses nothing and sends nothing twice, ${when}`, async () => {
      await control('faults', { match: post, times: 1, effect });
      const first = start(['once']);
      await until(isThere);
      first.child.kill('SIGKILL');
      await first.ended;
      await control('faults', undefined, 'DELETE');
      await Promise.all([start([]).ended, start([]).ended]);
      assert.deepEqual(await received(), ['once']);
      assert.deepEqual(await states(), ['sent']);
    });
  }

  it('during fifty shares leaves the rest to another window, which delivers each once', async () => {
    const texts = Array.from({ length: 50 }, (_, index) => `text ${index % 40}`);
    const first = start(texts);
    await until(async () => Number(await posts()) >= 20);
    first.child.kill('SIGKILL');
    await first.ended;
    const kept = (await states()).length;
    await Promise.all([start([]).ended, start([]).ended]);
    const arrived = await received();
    assert.equal(arrived.length, kept);
    assert.ok(kept >= 20, `${kept} were kept`);
    assert.deepEqual([...new Set(await states())], ['sent']);
  });
});
