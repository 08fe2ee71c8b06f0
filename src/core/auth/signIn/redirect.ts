import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { escapeHtml } from '../../base/text/displayText.ts';
import { LoopbackPortError } from '../errors.ts';
import { callbackAddress, parseCallback } from './callback.ts';

/** The redirect at the end of a sign-in with the user's own integration; registered with the service. */
export interface Redirect {
  readonly redirectUri: string;
  /** The editor listens on this port of 127.0.0.1. */
  readonly loopbackPort?: number;
  /** No server listens there: the user copies the address of the page that fails to load. */
  readonly isPasted?: boolean;
}

interface RedirectFacts {
  /** The URI scheme of the editor product, for example `vscode`. */
  readonly uriScheme: string;
  /** The window runs in a browser. */
  readonly isBrowserWindow: boolean;
  /** The configured port; 0 for none. */
  readonly loopbackPort: number;
}

/** In the registered range, and not used by Roomside: no server is expected to listen there. */
const unusedPort = 4291;

/**
 * The redirects that can work for this window, at least one. A browser window cannot be opened by the scheme of a
 * desktop editor, and its own address changes with each sign-in, so it cannot be registered. A page of 127.0.0.1 that
 * fails to load keeps its address, including the code, in the address bar.
 */
export function possibleRedirects({ uriScheme, isBrowserWindow, loopbackPort }: RedirectFacts): readonly Redirect[] {
  const computer = { redirectUri: loopbackAddress(loopbackPort), loopbackPort };
  if (isBrowserWindow) {
    return [loopbackPort === 0 ? { redirectUri: loopbackAddress(unusedPort), isPasted: true } : computer];
  }
  const editor = { redirectUri: callbackAddress(uriScheme) };
  return loopbackPort === 0 ? [editor] : [editor, computer];
}

/** The IP address of this computer, not a host name, which could resolve to another address (RFC 8252, 8.3). */
const host = '127.0.0.1';
const callbackPath = '/callback';
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

/** The redirect URI for the registration and for requests. */
export function loopbackAddress(port: number): string {
  return `http://${host}:${port}${callbackPath}`;
}

/**
 * Listens on 127.0.0.1 until the callback with this state arrives (RFC 8252, 7.3).
 * @throws {LoopbackPortError} if the port is not available
 */
export async function startLoopbackServer(ports: LoopbackPorts): Promise<LoopbackServer> {
  const server = createServer((request, response) => answer(ports, server, request, response));
  server.headersTimeout = requestTimeLimitMs;
  server.requestTimeout = requestTimeLimitMs;
  server.listen({ host, port: ports.port });
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
  if (request.method !== 'GET' || request.headers.host !== `${host}:${port}`) return undefined;
  const [path, ...rest] = (request.url ?? '').split('?');
  const query = rest.join('?');
  const callback = parseCallback(query);
  if (path !== callbackPath || callback.kind === 'malformed' || callback.from !== 'service') return undefined;
  return isEqual(callback.state, state) ? query : undefined;
}

/** Compares in constant time. */
function isEqual(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
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
  const [heading, text] = [escapeHtml(title), escapeHtml(sentence)];
  response.end(`<!doctype html><meta charset="utf-8"><title>${heading}</title><h1>${heading}</h1><p>${text}</p>\n`);
}
