import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { LoopbackPortError } from '../../core/auth/errors.ts';
import { parseCallback } from '../../core/auth/signIn/callback.ts';
import { loopbackAddress, loopbackHost, loopbackPath } from '../../core/auth/signIn/redirect.ts';
import { escapeHtml } from '../../core/base/text/displayText.ts';
import { isEqualSecret } from '../isEqualSecret.ts';

/** Browsers send their request immediately. Slower clients are disconnected. */
const requestTimeLimitMs = 10_000;

/** The texts of the page in the browser: plain text, one sentence each. */
interface LoopbackPageText {
  readonly title: string;
  readonly received: string;
  readonly declined: string;
  readonly unknown: string;
}

interface LoopbackPorts {
  /** The redirect URI with this port is registered with the service. */
  readonly port: number;
  /** The state of the authorization request. Any other request is refused. */
  readonly state: string;
  readonly pageText: LoopbackPageText;
  /** Called once with the query of the callback, after the page was sent. */
  onCallback(query: string): void;
}

/** A server on this computer that accepts one callback. */
export interface LoopbackServer {
  /** Stops listening and drops open connections. Never rejects. */
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1 until the callback with this state arrives (RFC 8252, 7.3).
 * @throws {LoopbackPortError} if the port is not available
 */
export async function startLoopbackServer(ports: LoopbackPorts): Promise<LoopbackServer> {
  const server = createServer((request, response) => answer(ports, server, request, response));
  server.headersTimeout = requestTimeLimitMs;
  server.requestTimeout = requestTimeLimitMs;
  server.listen({ host: loopbackHost, port: ports.port });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new LoopbackPortError(ports.port, error);
  }
  return {
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function answer(ports: LoopbackPorts, server: Server, request: IncomingMessage, response: ServerResponse): void {
  const { pageText, onCallback } = ports;
  const query = server.listening ? queryOf(ports, request) : undefined;
  if (query === undefined) {
    sendPage(response, 404, pageText, pageText.unknown);
    return;
  }
  // Stops listening. Later requests on this connection are not answered either.
  server.close();
  response.once('close', () => onCallback(query));
  const callback = parseCallback(query);
  sendPage(response, 200, pageText, callback.kind === 'error' ? pageText.declined : pageText.received);
}

/** The query of the one accepted request: to this path, with our own host and with the state of this attempt. */
function queryOf({ port, state }: LoopbackPorts, request: IncomingMessage): string | undefined {
  // Any other host could be DNS rebinding by a page of another site.
  if (request.method !== 'GET' || request.headers.host !== new URL(loopbackAddress(port)).host) return undefined;
  const [path, ...rest] = (request.url ?? '').split('?');
  const query = rest.join('?');
  const callback = parseCallback(query);
  if (path !== loopbackPath || callback.kind === 'malformed' || callback.from !== 'service') return undefined;
  return isEqualSecret(callback.state, state) ? query : undefined;
}

/** A page of text alone: no script, no style, nothing from the request. */
function sendPage(response: ServerResponse, status: number, { title }: LoopbackPageText, sentence: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  const heading = escapeHtml(title);
  const text = escapeHtml(sentence);
  response.end(`<!doctype html><meta charset="utf-8"><title>${heading}</title><h1>${heading}</h1><p>${text}</p>\n`);
}
