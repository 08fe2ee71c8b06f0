import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { peerNetwork } from './peerNetwork.ts';

/** What the socket of a request can do and a `Response` cannot express. */
export interface Connection {
  /** The address of the peer, which may be a proxy. */
  readonly remoteAddress: string | undefined;
  /** Closes the connection without sending anything more. Return its result. */
  cut(): Response;
  /** Sends the headers and half of the body, then closes the connection. Return its result. */
  cutInBody(response: Response): Promise<Response>;
}

/** Passed to the app with each request that arrived over a socket. */
export interface ListenEnv {
  readonly connection: Connection;
}

/** An app is Request → Response. The environment is absent when it is called in process. */
export interface FetchApp {
  fetch(request: Request, env?: ListenEnv): Response | Promise<Response>;
}

/** An app that is listening. */
export interface Listening {
  /** For example `http://127.0.0.1:4280`, without a trailing slash. */
  readonly origin: string;
  readonly port: number;
  /** Stops listening and closes every connection. With `graceMs`, active requests have that long to finish. */
  close(options?: { graceMs?: number }): Promise<void>;
}

/** Limits that keep slow or silent peers from blocking others. */
export interface ConnectionLimits {
  /** Until the headers of a request have arrived. */
  readonly headersTimeoutMs: number;
  /** Until the whole request has arrived. */
  readonly requestTimeoutMs: number;
  /** Concurrent connections; any further one is closed at once. */
  readonly maxConnections: number;
  /** Concurrent connections of one network (see `peerNetwork`). */
  readonly maxConnectionsPerPeer: number;
}

/** A request may be an upload of 100 MB over a slow connection. All peers are this machine. */
const standardLimits: ConnectionLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 300_000,
  maxConnections: 1_000,
  maxConnectionsPerPeer: 1_000,
};

export interface ListenOptions {
  readonly port?: number;
  readonly host?: string;
  readonly limits?: ConnectionLimits;
}

/**
 * Serves an app, on 127.0.0.1 unless another `host` is given: most servers here are for this machine only. `port` 0, or
 * none, uses a free port. Rejects with the error of the socket, for example `EADDRINUSE`.
 */
export async function listen(app: FetchApp, options: ListenOptions = {}): Promise<Listening> {
  const { host = '127.0.0.1', limits = standardLimits } = options;
  const server = createAdaptorServer({
    fetch: (request, { incoming, outgoing }) =>
      app.fetch(request, {
        connection: connectionOf(incoming as IncomingMessage, outgoing as ServerResponse),
      }),
    // The process may belong to other code: its global Request and Response are not replaced.
    overrideGlobalObjects: false,
    serverOptions: {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      // Node checks for timeouts at this interval, every 30 seconds by default.
      connectionsCheckingInterval: Math.min(1_000, limits.headersTimeoutMs),
    },
  }) as Server;
  server.maxConnections = limits.maxConnections;
  limitPeers(server, limits.maxConnectionsPerPeer);
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

/** Closes further connections of one network: a peer with many silent ones must not keep all others out. */
export function limitPeers(server: Pick<Server, 'on'>, most: number): void {
  const counts = new Map<string, number>();
  server.on('connection', (socket: Pick<Socket, 'remoteAddress' | 'destroy' | 'once'>) => {
    const peer = peerNetwork(socket.remoteAddress ?? 'unknown');
    const count = counts.get(peer) ?? 0;
    if (count >= most) {
      socket.destroy();
      return;
    }
    counts.set(peer, count + 1);
    socket.once('close', () => {
      const left = (counts.get(peer) ?? 1) - 1;
      if (left > 0) counts.set(peer, left);
      else counts.delete(peer);
    });
  });
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
      // Waits until half of the body has left this process, or else the peer would receive nothing.
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
