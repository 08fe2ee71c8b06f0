import type { BrokerState } from '../../../../src/servers/broker/state/brokerState.ts';
import { openRedisState } from '../../../../src/servers/broker/state/redisState.ts';
import { type Listening, listen } from '../../../../src/servers/listen.ts';
import { type OpenDeployment, openParts } from './deployment.ts';
import { clientOfRedis } from './redisServer.ts';

/**
 * Two brokers that share only Redis, each behind a socket, and a proxy that alternates between them and appends the address
 * of its peer to `X-Forwarded-For`.
 */
export function twoReplicas(redisUrl: () => string): OpenDeployment {
  return async (options = {}) => {
    await emptyRedis(redisUrl());
    const parts = await openParts({ ...options, config: { trustedHops: 1, ...options.config } });
    const states = await Promise.all([openState(redisUrl()), openState(redisUrl())]);
    const replicas = await Promise.all(states.map((state) => listen(parts.createReplica({ state }))));
    const proxy = await listenRoundRobin(replicas);
    return {
      ...parts,
      fetch: parts.capture.recording(async (request, from = '192.0.2.1') => {
        const headers = new Headers(request.headers);
        headers.set('x-test-peer', from);
        return fetch(request.url.replace(parts.publicUrl, proxy.origin), await initOf(request, headers));
      }),
      async close() {
        await proxy.close();
        await Promise.all(replicas.map((replica) => replica.close()));
        await Promise.all(states.map((state) => state.close()));
        await parts.service.sandbox.close();
      },
    };
  };
}

export function openState(url: string, onError = failOnError): Promise<BrokerState> {
  return openRedisState(url, onError);
}

function failOnError(error: unknown): void {
  throw error;
}

export async function emptyRedis(url: string): Promise<void> {
  const client = clientOfRedis({ url });
  await client.connect();
  await client.flushAll();
  client.destroy();
}

/** The names of all that is in Redis. */
export async function storedNames(url: string): Promise<readonly string[]> {
  const client = clientOfRedis({ url });
  await client.connect();
  const names = await client.keys('*');
  client.destroy();
  return names;
}

function listenRoundRobin(replicas: readonly Listening[]): Promise<Listening> {
  let turn = 0;
  return listen({
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const replica = replicas[turn % replicas.length];
      turn += 1;
      const headers = new Headers(request.headers);
      const seen = [headers.get('x-forwarded-for'), headers.get('x-test-peer')].filter(Boolean).join(', ');
      headers.set('x-forwarded-for', seen);
      for (const name of ['x-test-peer', 'connection', 'transfer-encoding', 'host']) headers.delete(name);
      return fetch(`${replica?.origin}${pathname}${search}`, await initOf(request, headers));
    },
  });
}

/** The same request for another address, with these headers. */
export async function initOf(request: Request, headers: Headers): Promise<RequestInit> {
  const { method } = request;
  const body = method === 'GET' || method === 'HEAD' ? {} : { body: await request.arrayBuffer() };
  return { method, headers, redirect: 'manual', ...body };
}
