import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { RequestBody, Send, SendResponse } from '../core/api/send.ts';

export interface UndiciSendOptions {
  /** Time limit for the connection, including TLS. */
  readonly connectTimeoutMs?: number;
  /** Time limit without a byte of the response. */
  readonly idleTimeoutMs?: number;
  /** The proxy for addresses with https, except for the hosts of `NO_PROXY`. */
  readonly proxy?: string | undefined;
}

/**
 * Sends requests with undici where VS Code is not available: in the servers, in tests and in benchmarks. It uses its own
 * dispatcher and leaves the global one unchanged. It follows no redirects and always verifies TLS. It rejects with errors
 * of undici. It asks for no compression (RFC 9110, 12.5.3), and decompresses what some gateways compress in spite of that.
 */
export function createUndiciSend(options: UndiciSendOptions = {}): { send: Send; close(): Promise<void> } {
  let loading: Promise<Dispatcher> | undefined;
  return {
    async send({ url, method, headers, body }, signal) {
      loading ??= createAgent(options);
      const agent = await loading;
      const { origin, pathname, search } = new URL(url);
      const own = body && { 'content-type': body.contentType, 'content-length': `${body.byteLength}` };
      const content = body && (body.text ?? Readable.from(copies(body), { objectMode: false }));
      const request = {
        origin,
        path: pathname + search,
        method,
        headers: { 'accept-encoding': 'identity', ...headers, ...own },
        body: content ?? null,
      };
      return answerOf(await agent.request({ ...request, signal: signal ?? null }));
    },
    async close() {
      await (await loading)?.destroy();
    },
  };
}

function answerOf({ statusCode, headers, body }: Dispatcher.ResponseData): SendResponse {
  return {
    status: statusCode,
    header(name) {
      const value = headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    body: { [Symbol.asyncIterator]: () => endingIterator(body) },
  };
}

/** The iterator of a stream does not destroy a stream that was never read; this one does. */
function endingIterator(stream: Readable): AsyncIterator<Uint8Array> {
  const inner: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
  return {
    next: () => inner.next(),
    async return() {
      stream.destroy();
      return { done: true, value: undefined };
    },
  };
}

async function createAgent({ proxy, ...limits }: UndiciSendOptions): Promise<Dispatcher> {
  const { connectTimeoutMs = 20_000, idleTimeoutMs = 120_000 } = limits;
  const { Agent, EnvHttpProxyAgent, interceptors } = await keepGlobalDispatcher(() => import('undici'));
  const connect = {
    timeout: connectTimeoutMs,
    // Node gives up on each address but the last after 250 ms, which may be one without a route (nodejs/node#54359).
    autoSelectFamilyAttemptTimeout: 1000,
    // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 and --tls-min-v1.0 change the defaults of Node.
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
  } as const;
  const options = { connect, headersTimeout: idleTimeoutMs, bodyTimeout: idleTimeoutMs };
  // `proxyTls` is for the connection to the proxy, `requestTls` for that through it, and `connect` for hosts of NO_PROXY.
  const tls = { proxyTls: connect, requestTls: connect };
  const agent =
    proxy === undefined
      ? new Agent(options)
      : new EnvHttpProxyAgent({ ...options, ...tls, httpProxy: '', httpsProxy: proxy });
  return agent.compose(interceptors.decompress({ skipErrorResponses: false }));
}

/** Importing undici replaces the global dispatcher of `fetch`. The previous one is restored. */
async function keepGlobalDispatcher<T>(load: () => Promise<T>): Promise<T> {
  const before = dispatcherKeys.map((key) => Reflect.get(globalThis, key));
  const loaded = await load();
  dispatcherKeys.forEach((key, index) => {
    if (Reflect.get(globalThis, key) !== before[index]) Reflect.set(globalThis, key, before[index]);
  });
  return loaded;
}

const dispatcherKeys = [Symbol.for('undici.globalDispatcher.1'), Symbol.for('undici.globalDispatcher.2')];

/** A stream requests the next chunk before the previous one is sent, and file bodies reuse their buffers. */
async function* copies(body: RequestBody): AsyncGenerator<Uint8Array> {
  for await (const chunk of body.open()) yield Uint8Array.from(chunk);
}
