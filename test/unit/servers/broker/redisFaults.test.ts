import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isBrokerRefusal } from '../../../../src/core/auth/brokerClient.ts';
import { createBrokerMetrics } from '../../../../src/servers/broker/metrics/brokerMetrics.ts';
import { createMetricsApp } from '../../../../src/servers/broker/metrics/metricsApp.ts';
import type { BrokerState } from '../../../../src/servers/broker/state/brokerState.ts';
import type { FetchApp } from '../../../../src/servers/listen.ts';
import { createSandboxSend } from '../../../support/fakes/sandboxSend.ts';
import { needs } from '../../../support/needs.ts';
import { projectText } from '../../project/projectFiles.ts';
import { testOrigin } from '../sandbox/openTestSandbox.ts';
import { startServer } from '../serverProcess.ts';
import { type Deployment, inProcess, openParts, variablesOf } from './deployment.ts';
import { clientOfRedis, hasRedis, type RedisServer, startRedis } from './redisServer.ts';
import { openState } from './replicas.ts';
import { codeOf, TestBrowser } from './testBrowser.ts';
import { TestEditor } from './testEditor.ts';

/** A server in front of Redis, as the network is. */
interface Line {
  readonly url: string;
  /** Where new connections lead to. Without it, they are taken, and nothing is heard. */
  port: number | undefined;
  readonly sockets: readonly Socket[];
}

/** What an operator or a machine does, with the word for it in the log, and how it ends. Without an end, it is over at once. */
interface Fault {
  readonly word?: string;
  begin(redis: RedisServer, line: Line): unknown;
  end?(redis: RedisServer): unknown;
}

const ask = async ({ url }: RedisServer, ...command: readonly string[]): Promise<void> => {
  const client = await clientOfRedis({ url }).connect();
  await client.sendCommand([...command]);
  client.destroy();
};
const noWrites = (redis: RedisServer) => ask(redis, 'REPLICAOF', '127.0.0.1', '9');

const faults: Readonly<Record<string, Fault>> = {
  'is silent': { begin: (redis) => redis.pause(), end: (redis) => redis.resume() },
  'is behind a connection that went silent': {
    begin: (_, { sockets }) => sockets.forEach((socket) => void socket.unpipe().pause()),
  },
  'is full': {
    word: 'OOM',
    begin: (redis) => ask(redis, 'CONFIG', 'SET', 'maxmemory', '1'),
    end: (redis) => ask(redis, 'CONFIG', 'SET', 'maxmemory', '0'),
  },
  'takes no writes': { word: 'READONLY', begin: noWrites, end: (redis) => ask(redis, 'REPLICAOF', 'NO', 'ONE') },
  'was replaced, and keeps its connections': {
    word: 'READONLY',
    async begin(redis, line) {
      const next = await startRedis();
      closing.push(() => next.stop());
      await noWrites(redis);
      line.port = next.port;
    },
  },
  'refuses scripts': {
    word: 'NOPERM',
    begin: (redis) => ask(redis, 'ACL', 'SETUSER', 'default', '-eval'),
    end: (redis) => ask(redis, 'ACL', 'SETUSER', 'default', '+eval'),
  },
  restarts: {
    begin: (redis) => redis.stop(),
    async end({ port }) {
      const again = await startRedis(port);
      closing.push(() => again.stop());
    },
  },
};

const closing: (() => unknown)[] = [];

async function openLine(port?: number): Promise<Line> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    if (line.port === undefined) return;
    const other = connect(line.port, '127.0.0.1').on('error', () => socket.destroy());
    socket
      .on('close', () => other.destroy())
      .pipe(other)
      .pipe(socket);
    sockets.push(other);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(
    () => sockets.forEach((socket) => void socket.destroy()),
    () => server.close(),
  );
  const line: Line = { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, port, sockets };
  return line;
}

/** Tries until it succeeds. While Redis fails, editors are asked to wait, and nothing else. */
async function untilServed<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      assert.ok(!isBrokerRefusal(error), 'signed out');
      await sleep(20);
    }
  }
}

async function signedIn(deployment: Deployment) {
  const editor = new TestEditor(deployment);
  const { handle } = await editor.redeem(codeOf(await new TestBrowser(deployment).signIn(editor.startUrl())));
  return { editor, handle };
}

needs('Redis', hasRedis).describe('while Redis', function () {
  this.timeout(30_000);
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function open() {
    const redis = await startRedis();
    closing.push(() => redis.stop());
    const parts = await openParts({ sandbox: { rotateRefreshTokens: true } });
    const stateOf = async (url: string): Promise<BrokerState> => {
      const state = await openState(url, () => undefined);
      closing.push(() => state.close());
      return state;
    };
    closing.push(() => parts.service.sandbox.close());
    return { redis, parts, stateOf };
  }

  for (const [what, fault] of Object.entries(faults)) {
    it(`${what}, the broker is not ready and signs out no person; then it goes on by itself`, async () => {
      const { redis, parts, stateOf } = await open();
      const line = await openLine(redis.port);
      const state = await stateOf(line.url);
      const broker = parts.createReplica({ state });
      const deployment = inProcess(parts, () => broker);
      const { editor, handle } = await signedIn(deployment);
      const metrics = createMetricsApp(createBrokerMetrics([]), state);
      const statusOf = async () => (await deployment.fetch(new Request(`${parts.publicUrl}/readyz`))).status;
      await fault.begin(redis, line);
      const [status, shown, isClaimed] = await Promise.all([
        statusOf(),
        metrics.fetch(new Request('http://localhost/metrics')),
        state.claim('a', 60_000).catch(() => false),
        assert.rejects(editor.refresh(handle), { status: 503 }),
      ]);
      assert.equal(status, 503);
      assert.match(await shown.text(), /^roomside_broker_redis_up 0$/m);
      if (fault.word !== undefined) assert.match(parts.capture.log.join('\n'), new RegExp(`"code":"${fault.word}"`));
      await fault.end?.(redis);
      const { handle: next } = await untilServed(() => editor.refresh(handle));
      assert.ok((await editor.refresh(next)).accessToken);
      assert.equal(await statusOf(), 200);
      assert.equal(await state.claim('a', 60_000), !isClaimed, 'a late command has no effect');
    });
  }

  it('gives the user of the broker only what the document names, the broker works', async () => {
    const { redis, parts, stateOf } = await open();
    const rights = /`(~roomside:broker:\* [^`]+)`/.exec(projectText('docs/broker.md'))?.[1]?.split(' ') ?? [];
    const password = randomUUID();
    await ask(redis, 'ACL', 'SETUSER', 'broker', 'on', `>${password}`, ...rights);
    const state = await stateOf(redis.url.replace('//', `//broker:${password}@`));
    const broker = parts.createReplica({ state });
    const { editor, handle } = await signedIn(inProcess(parts, () => broker));
    assert.ok((await editor.refresh(handle)).accessToken);
  });

  it('restarts during a refresh, a second window gets the tokens of the first', async () => {
    const { redis, parts, stateOf } = await open();
    const send = createSandboxSend(parts.service.sandbox);
    const [used, refused, goOn] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ];
    let asks = 0;
    const sendHeld: typeof send = async (...request) => {
      const answer = await send(...request);
      asks += 1;
      // The first is the exchange of the code.
      if (asks === 2) {
        used.resolve();
        await goOn.promise;
      } else if (asks === 3) refused.resolve();
      return answer;
    };
    const states = [await stateOf(redis.url), await stateOf(redis.url)];
    const replicas: readonly FetchApp[] = states.map((state) => parts.createReplica({ state, send: sendHeld }));
    let turn = 0;
    const { editor, handle } = await signedIn(inProcess(parts, () => replicas[turn] ?? assert.fail()));
    const one = editor.refresh(handle);
    await used.promise;
    await redis.stop();
    closing.push((await startRedis(redis.port)).stop);
    turn = 1;
    const two = untilServed(() => editor.refresh(handle));
    await refused.promise;
    goOn.resolve();
    assert.equal((await one).accessToken, (await two).accessToken);
  });

  it('takes a connection at the start and is silent, a signal ends the broker, and the wait has a limit', async () => {
    const line = await openLine();
    const parts = await openParts({});
    const broker = startServer('broker', { ...variablesOf(parts, testOrigin), REDIS_URL: line.url });
    closing.push(
      () => parts.service.sandbox.close(),
      () => broker.child.kill('SIGKILL'),
    );
    while (line.sockets.length === 0) await sleep(20);
    broker.child.kill('SIGTERM');
    assert.equal((await broker.ended).code, 0);
    await assert.rejects(openState(line.url), { name: 'Error', message: 'Redis does not answer' });
  });
});
