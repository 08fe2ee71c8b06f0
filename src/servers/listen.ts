import { once } from 'node:events';
import { createServer, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { peerNetwork } from './peerNetwork.ts';

/** The sides of the socket that a request arrived over. Absent when the app is called in process. */
export type ListenEnv = Partial<HttpBindings>;

/** The result of an app that has written to the socket, or closed it, itself. */
export const answeredOnSocket: Response = RESPONSE_ALREADY_SENT;

/** An app is Request → Response. */
export interface FetchApp {
  fetch(request: Request, env?: ListenEnv): Response | Promise<Response>;
}

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
  /** The headers of answers to what is no request, which the app never sees. */
  readonly refusalHeaders?: Readonly<Record<string, string>>;
}

/**
 * Serves an app, on 127.0.0.1 unless another `host` is given: most servers here are for this machine only. `port` 0, or
 * none, uses a free port. Rejects with the error of the socket, for example `EADDRINUSE`.
 */
export async function listen(app: FetchApp, options: ListenOptions = {}): Promise<Listening> {
  const { host = '127.0.0.1', limits = standardLimits, refusalHeaders = {} } = options;
  // The server below speaks HTTP/1.1 only.
  const answer = getRequestListener((request, env) => app.fetch(request, env as HttpBindings), {
    // The process may belong to other code: its global Request and Response are not replaced.
    overrideGlobalObjects: false,
    errorHandler: (error) =>
      new Response(null, { status: error instanceof RequestError ? 400 : 500, headers: refusalHeaders }),
  });
  const serverOptions = {
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    // Node checks for timeouts at this interval, every 30 seconds by default.
    connectionsCheckingInterval: Math.min(1_000, limits.headersTimeoutMs),
    // Longer than balancers keep a connection (60 s): one that ends here while they send a request on it costs that request.
    keepAliveTimeout: 75_000,
    // Any page can begin as many flows at once as a browser keeps cookies for a host (180). Only the app can end them.
    maxHeaderSize: 64 * 1024,
    // Without a host, `answer` has an error, and so the headers of a refusal.
    requireHostHeader: false,
  };
  const server = createServer(serverOptions, answer);
  const answers = openAnswers(server);
  server.maxConnections = limits.maxConnections;
  limitPeers(server, limits.maxConnectionsPerPeer);
  answerParseErrors(server, refusalHeaders);
  // Without a host, Node takes `::`, or 0.0.0.0 where the system has no IPv6.
  await once(host === '::' ? server.listen(options.port ?? 0) : server.listen(options.port ?? 0, host), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    close: (closing) => closeServer(server, answers, closing?.graceMs ?? 0),
  };
}

const parseErrorStatuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** Answers as Node does, with headers of the app. A connection in the middle of another answer is closed. */
function answerParseErrors(server: Server, headers: Readonly<Record<string, string>>): void {
  const answers = new WeakMap<object, ServerResponse>();
  server.on('request', (request, response) => answers.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const answer = answers.get(socket);
    if (!socket.writable || (answer?.headersSent && !answer.writableFinished)) {
      socket.destroy();
      return;
    }
    const status = parseErrorStatuses[error.code ?? ''] ?? 400;
    const lines = Object.entries({ ...headers, connection: 'close', 'content-length': '0' });
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`)];
    socket.end(`${head.join('\r\n')}\r\n\r\n`, () => socket.destroy());
  });
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

/** The answers that have not ended. Once the server no longer listens, each is the last one of its connection. */
function openAnswers(server: Server): ReadonlySet<ServerResponse> {
  const answers = new Set<ServerResponse>();
  server.prependListener('request', (_, answer) => {
    if (!server.listening) answer.shouldKeepAlive = false;
    answers.add(answer);
    answer.once('close', () => answers.delete(answer));
  });
  return answers;
}

/** A proxy would go on sending requests on a connection that is kept, and the last of them would be cut. */
async function closeServer(server: Server, answers: ReadonlySet<ServerResponse>, graceMs: number): Promise<void> {
  for (const answer of answers) answer.shouldKeepAlive = false;
  const closed = once(server.close(), 'close');
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}
