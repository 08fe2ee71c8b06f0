import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { escapeHtml } from '../base/escapeHtml.ts';
import { parseCallback } from './callback.ts';
import { LoopbackPortError } from './errors.ts';

/** The address of this very computer, and no name of it: a name can be made to mean another one (RFC 8252, 8.3). */
const host = '127.0.0.1';
const callbackPath = '/callback';
/** A browser sends its request at once; whoever takes longer is none. */
const requestTimeLimitMs = 10_000;

/** What the page in the browser says; plain text, a sentence each. */
export interface LoopbackPageText {
  readonly title: string;
  readonly received: string;
  readonly declined: string;
  readonly unknown: string;
}

/** What waiting for one callback needs. */
export interface LoopbackPorts {
  /** The redirect URI with this port is registered with the service. */
  readonly port: number;
  /** That of the authorization request: nothing else is answered with more than a refusal. */
  readonly state: string;
  readonly pageText: LoopbackPageText;
  /** Gets the callback's query, once, when the browser has its page. */
  onCallback(query: string): void;
}

/** A door on this computer that is open for one callback. */
export interface LoopbackServer {
  /** Closes the door, whoever stands in it. Never rejects. */
  close(): Promise<void>;
}

/** The redirect URI to register and to send. */
export function loopbackAddress(port: number): string {
  return `http://${host}:${port}${callbackPath}`;
}

/**
 * Listens on 127.0.0.1 for the one callback that carries this state (RFC 8252, 7.3), and then no more.
 * @throws {LoopbackPortError} when the port cannot be had
 */
export async function startLoopbackServer(ports: LoopbackPorts): Promise<LoopbackServer> {
  const server = createServer((request, response) => answer(ports, server, request, response));
  server.headersTimeout = requestTimeLimitMs;
  server.requestTimeout = requestTimeLimitMs;
  server.listen({ host, port: ports.port, exclusive: true });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new LoopbackPortError(ports.port, error);
  }
  return {
    async close() {
      if (server.listening) server.close();
      server.closeAllConnections();
    },
  };
}

function answer(ports: LoopbackPorts, server: Server, request: IncomingMessage, response: ServerResponse): void {
  const { pageText: words, onCallback } = ports;
  const query = server.listening ? queryOf(ports, request) : undefined;
  if (query === undefined) {
    sendPage(response, 404, words, words.unknown);
    return;
  }
  // From here on nobody else comes in: what follows on this connection is not answered either.
  server.close();
  response.once('close', () => onCallback(query));
  const callback = parseCallback(query);
  sendPage(response, 200, words, callback.kind === 'error' ? words.declined : words.received);
}

/** The query of the one request that is answered: to this path, under our own address, with the state of this attempt. */
function queryOf({ port, state }: LoopbackPorts, request: IncomingMessage): string | undefined {
  // Under any other name a page of another site would speak to us through its own visitor.
  if (request.method !== 'GET' || request.headers.host !== `${host}:${port}`) return undefined;
  const [path, ...rest] = (request.url ?? '').split('?');
  const query = rest.join('?');
  const callback = parseCallback(query);
  if (path !== callbackPath || callback.kind === 'malformed' || callback.from !== 'service') return undefined;
  return isEqual(callback.state, state) ? query : undefined;
}

/** In a time that tells nothing of where the two differ. */
function isEqual(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/** A page of text alone: no script, no style, nothing of the request in it, and nothing is kept or sent on. */
function sendPage(response: ServerResponse, status: number, { title }: LoopbackPageText, sentence: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  const [heading, text] = [escapeHtml(title), escapeHtml(sentence)];
  response.end(`<!doctype html><meta charset="utf-8"><title>${heading}</title><h1>${heading}</h1><p>${text}</p>\n`);
}
