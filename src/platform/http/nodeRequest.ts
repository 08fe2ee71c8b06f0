// Calls go through the module objects, because VS Code replaces their functions to add its proxy and certificates.
import * as http from 'node:http';
import * as https from 'node:https';
import * as tls from 'node:tls';
import { ConnectionError, type ConnectionProblem } from '../../core/api/errors.ts';
import { connectionProblemOf } from './connectionErrors.ts';

interface NodeRequestOptions {
  /** GET by default. */
  readonly method?: string;
  readonly headers: http.OutgoingHttpHeaders;
  /** Idle time in either direction after which `timeout` is emitted. */
  readonly timeout?: number;
}

/**
 * Explicit, because `NODE_TLS_REJECT_UNAUTHORIZED=0` and `--tls-min-v1.0` change Node's defaults. No session of the global
 * agent is resumed: it would show no certificate, and Node does not check its name again.
 */
const verifiedTls = { rejectUnauthorized: true, minVersion: 'TLSv1.2', session: undefined } as const;

/** Node reads 16 KiB. Gateways add cookies and policies. */
const maxHeaderSize = 128 * 1024;

/**
 * Node gives up on each address of a host but the last after 250 ms, so that it connects over no slow link if the last is
 * an IPv6 address without a route (nodejs/node#54359).
 */
const patient = { autoSelectFamilyAttemptTimeout: 1000, maxHeaderSize };

/**
 * A node:http(s) request that has not sent anything yet. It sets no agent: with `http.proxySupport: "on"`, VS Code
 * bypasses its proxy for a request with an agent, even `false`. Node's global agent keeps connections alive.
 */
export class NodeRequest {
  readonly raw: http.ClientRequest;
  readonly #address: NodeAddress;
  #attempt: ProxyAttempt | undefined;

  constructor(address: NodeAddress, options: NodeRequestOptions) {
    this.#address = address;
    this.raw =
      address.protocol === 'https:'
        ? https.request({ ...address, ...options, ...patient, ...verifiedTls })
        : http.request({ ...address, ...options, ...patient });
    this.raw.on('proxy', (attempt: unknown) => {
      this.#attempt = parseProxyAttempt(attempt);
    });
  }

  /** Host name and port of the proxy that VS Code used; `undefined` for a direct connection. */
  get proxyHost(): string | undefined {
    return this.#attempt?.host;
  }

  /**
   * Calls back when the connection is ready; with TLS, after its certificate was verified. Nothing may be sent before.
   * The check is our own, because options of the global agent, which any extension can set, override those of a
   * request. Does not call back if a proxy refuses. Then `raw` emits the response of the proxy, see `refusal`.
   */
  whenReady(onReady: () => void, onFailed: (error: ConnectionError) => void): void {
    const isTls = this.#address.protocol === 'https:';
    const check = (connection: TlsSocket): void => {
      const code = tlsProblem(connection, this.#address.hostname);
      if (code === undefined) onReady();
      else onFailed(this.problem('tls', code, false));
    };
    this.raw.once('socket', (socket) => {
      const connection = isTls ? tlsSocketOf(socket) : undefined;
      if (connection?.secureConnecting) socket.once('secureConnect', () => check(connection));
      else if (connection !== undefined) check(connection);
      else if (!isTls && socket.connecting) socket.once('connect', onReady);
      else if (!isTls) onReady();
    });
  }

  /**
   * Without TLS, the response to an https request is the proxy's plain-text response to `CONNECT`. It is never a
   * response of the service.
   */
  refusal(message: http.IncomingMessage): ConnectionError | undefined {
    if (this.#address.protocol !== 'https:' || tlsSocketOf(message.socket) !== undefined) return undefined;
    const proxyStatus = statusOf(message);
    return this.problem('proxy', `HTTP_${proxyStatus}`, false, { proxyStatus });
  }

  /** Converts an error of `raw`. */
  failure(error: Error, mayHaveBeenProcessed: boolean): ConnectionError {
    const attempt = this.#attempt;
    if (attempt?.host !== undefined && attempt.error instanceof Error) {
      return this.problem('proxy', connectionProblemOf(attempt.error).code, false, { cause: attempt.error });
    }
    const { kind, code } = connectionProblemOf(error);
    return this.problem(kind, code, mayHaveBeenProcessed, { cause: error });
  }

  /** Creates an error for this request, including its proxy. */
  problem(
    kind: ConnectionProblem,
    code: string,
    mayHaveBeenProcessed: boolean,
    { proxyStatus, ...options }: ErrorOptions & { readonly proxyStatus?: number } = {},
  ): ConnectionError {
    const { proxyHost } = this;
    const facts = { host: this.#address.urlHost, code, kind, mayHaveBeenProcessed, proxyHost, proxyStatus };
    return new ConnectionError(facts, options);
  }
}

/** The status of a response; the types allow none, because the class also serves requests. */
export function statusOf(message: http.IncomingMessage): number {
  return message.statusCode ?? 0;
}

/** How a request was connected, according to VS Code's proxy support. */
interface ProxyAttempt {
  /** Host name and port of the proxy without user name; `undefined` for a direct connection. */
  readonly host: string | undefined;
  /** Why the connection to the proxy failed. */
  readonly error?: unknown;
}

const entryForm = /^(?:PROXY|HTTPS?|SOCKS[45]?) +(\S+)$/i;

/**
 * Parses the argument of the `proxy` event that VS Code's proxy agent emits on a `ClientRequest`. `proxy` is one entry
 * of a PAC result ("DIRECT", "PROXY user:password@host:port"). Returns `undefined` for any other form.
 */
export function parseProxyAttempt(value: unknown): ProxyAttempt | undefined {
  if (typeof value !== 'object' || value === null || !('proxy' in value)) return undefined;
  const error = 'error' in value ? { error: value.error } : {};
  if (value.proxy === 'DIRECT') return { host: undefined, ...error };
  const [, target = ''] = entryForm.exec(String(value.proxy)) ?? [];
  // A scheme without a default port keeps the port as written.
  const url = URL.parse(`proxy://${target}`);
  if (url === null || url.host === '') return undefined;
  return { host: url.host, ...error };
}

/** Facts about a TLS connection. */
export interface TlsFacts {
  /** For example `TLSv1.3`. */
  readonly protocol: string | undefined;
  /** The name sent by Server Name Indication; `undefined` for an IP address. */
  readonly serverName: string | undefined;
  /** Organization or common name of the certificate issuer. Untrusted text of the server. */
  readonly issuer: string | undefined;
  /** `NaN` if the certificate has no such date. */
  readonly validFromMs: number;
  readonly validToMs: number;
}

/** Recognized by shape, not by class: VS Code may have created the socket. */
type TlsSocket = Pick<tls.TLSSocket, 'authorized' | 'authorizationError' | 'getPeerCertificate' | 'getProtocol'> & {
  readonly servername?: string | false | null;
  /** The handshake has not ended. */
  readonly secureConnecting?: boolean;
};

/** A socket with TLS; `undefined` if it has none. */
export function tlsSocketOf(socket: object | null): TlsSocket | undefined {
  return socket !== null && 'getPeerCertificate' in socket ? (socket as TlsSocket) : undefined;
}

const safeProtocols: ReadonlySet<string | null> = new Set(['TLSv1.2', 'TLSv1.3']);

// decisions/0011
/**
 * Why a connection must not be used for a host, as a Node error code; `undefined` if its certificate and protocol are
 * valid. The name is checked here again, because options of the global agent replace Node's own check.
 */
export function tlsProblem(socket: TlsSocket, hostname: string): string | undefined {
  // The types say error, but it is a code.
  if (!socket.authorized) return String(socket.authorizationError ?? 'CERT_UNTRUSTED');
  const isNamed = tls.checkServerIdentity(hostname, socket.getPeerCertificate()) === undefined;
  if (!isNamed) return 'ERR_TLS_CERT_ALTNAME_INVALID';
  return safeProtocols.has(socket.getProtocol()) ? undefined : 'ERR_SSL_UNSUPPORTED_PROTOCOL';
}

export function tlsFacts(socket: TlsSocket): TlsFacts {
  const { issuer, valid_from: validFrom, valid_to: validTo } = socket.getPeerCertificate();
  const name = issuer?.O ?? issuer?.CN;
  return {
    protocol: socket.getProtocol() ?? undefined,
    serverName: socket.servername || undefined,
    issuer: Array.isArray(name) ? name.join(', ') : name,
    validFromMs: Date.parse(validFrom),
    validToMs: Date.parse(validTo),
  };
}

/** A URL in the parts that node:http(s) takes. */
export interface NodeAddress {
  readonly protocol: 'http:' | 'https:';
  readonly hostname: string;
  readonly port: number;
  readonly path: string;
  /** Host name and port, as in the URL. */
  readonly urlHost: string;
}

type Origin = Omit<NodeAddress, 'path'>;

/**
 * Parses URLs and caches the last origin: a client sends all requests to one origin, and parsing is a large part of the
 * cost of a small request. Throws a `TypeError` for an invalid URL.
 */
export function createAddressParser(): (url: string) => NodeAddress {
  let known: { readonly text: string; readonly origin: Origin } | undefined;
  return (url) => {
    const [, text, path] = plainUrl.exec(url) ?? [];
    if (text === undefined || path === undefined) return parse(url);
    if (known?.text !== text) known = { text, origin: parse(text) };
    return { ...known.origin, path };
  };
}

/** The origin of a URL, and a path that needs no encoding. */
const plainUrl = /^(https?:\/\/[^/?#]+)(\/[\x21\x22\x24-\x7e]*)$/;

function parse(url: string): NodeAddress {
  const { protocol, hostname, host, port, pathname, search } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError(`not a web address: ${protocol}`);
  return {
    protocol,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    path: pathname + search,
    urlHost: host,
  };
}
