import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

/** What the socket under a request can do that a `Response` has no words for. */
export interface Connection {
  /** The address of the peer: a proxy's, where there is one. */
  readonly remoteAddress: string | undefined;
  /** Cuts the connection; nothing more is sent. Return what it gives. */
  cut(): Response;
  /** Sends the head of the answer and half of its body, then cuts the connection. Return what it gives. */
  cutInBody(response: Response): Promise<Response>;
}

/** Given to the app beside each request that came over a socket. */
export interface ListenEnv {
  readonly connection: Connection;
}

/** An app is Request → Response; the environment is absent when it is called in process. */
export interface FetchApp {
  fetch(request: Request, env?: ListenEnv): Response | Promise<Response>;
}

/** An app that is listening. */
export interface Listening {
  /** For example `http://127.0.0.1:4280`, without a slash at the end. */
  readonly origin: string;
  readonly port: number;
  /** Stops listening and closes every connection; with `graceMs` only after what is being answered had so long to end. */
  close(options?: { graceMs?: number }): Promise<void>;
}

/** What peers may use up, so that those who send slowly or never cannot keep others out. */
export interface ConnectionLimits {
  /** Until the head of a request has arrived. */
  readonly headersTimeoutMs: number;
  /** Until the whole request has arrived. */
  readonly requestTimeoutMs: number;
  /** At a time; one more is closed at once. */
  readonly maxConnections: number;
}

/** A request may be an upload of 100 MB over a slow line. */
const standardLimits: ConnectionLimits = { headersTimeoutMs: 10_000, requestTimeoutMs: 300_000, maxConnections: 1_000 };

export interface ListenOptions {
  readonly port?: number;
  readonly host?: string;
  readonly limits?: ConnectionLimits;
}

/**
 * Serves an app, on 127.0.0.1 unless another `host` is named: most of what we run is for this machine alone.
 * `port` 0, or none, takes a free one. Rejects with the socket's error, for example `EADDRINUSE`.
 */
export async function listen(app: FetchApp, options: ListenOptions = {}): Promise<Listening> {
  const { host = '127.0.0.1', limits = standardLimits } = options;
  const server = createAdaptorServer({
    fetch: (request, { incoming, outgoing }) =>
      app.fetch(request, {
        connection: connectionOf(incoming as IncomingMessage, outgoing as ServerResponse),
      }),
    // The process may be someone else's: its global Request and Response stay as they were.
    overrideGlobalObjects: false,
    serverOptions: {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      // Node looks for what took too long only this often, every 30 seconds by default.
      connectionsCheckingInterval: Math.min(1_000, limits.headersTimeoutMs),
    },
  }) as Server;
  server.maxConnections = limits.maxConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    close: (closing) => closeServer(server, closing?.graceMs ?? 0),
  };
}

function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close((error) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve();
    });
    if (graceMs === 0) server.closeAllConnections();
  });
}

function connectionOf(incoming: IncomingMessage, outgoing: ServerResponse): Connection {
  return {
    remoteAddress: incoming.socket.remoteAddress,
    cut() {
      incoming.socket.destroy();
      return RESPONSE_ALREADY_SENT;
    },
    async cutInBody(response) {
      const body = Buffer.from(await response.arrayBuffer());
      if (outgoing.destroyed) return RESPONSE_ALREADY_SENT;
      const headers = Object.fromEntries(response.headers);
      outgoing.writeHead(response.status, { ...headers, 'content-length': body.byteLength });
      // The cut waits until the half has left this process, else the peer would see no answer at all.
      await new Promise<void>((resolve) => {
        outgoing.once('close', resolve);
        outgoing.write(body.subarray(0, Math.max(1, Math.floor(body.byteLength / 2))), () => {
          incoming.socket.destroySoon();
        });
      });
      return RESPONSE_ALREADY_SENT;
    },
  };
}
