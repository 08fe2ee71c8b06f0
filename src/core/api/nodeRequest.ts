// The modules' functions are looked up at each call: VS Code replaces them to bring in its proxy and certificates.
import * as http from 'node:http';
import * as https from 'node:https';
import { connectionFailure } from './connectionFailure.ts';
import { ConnectionError, type ConnectionProblem } from './errors.ts';
import type { NodeAddress } from './nodeAddress.ts';
import { type TlsConnection, tlsConnectionOf } from './nodeTlsConnection.ts';
import { type ProxyAttempt, parseProxyAttempt } from './proxyAttempt.ts';

export interface NodeRequestOptions {
  readonly method: string;
  readonly headers: http.OutgoingHttpHeaders;
  /** Without a byte in either direction: emits `timeout`. */
  readonly timeout?: number;
}

/** Explicit, because `NODE_TLS_REJECT_UNAUTHORIZED=0` and `--tls-min-v1.0` change the defaults of Node. */
const verifiedTls = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;

/**
 * A request of node:http(s) that has not sent anything yet. It has no agent of its own: with `http.proxySupport: "on"`
 * VS Code takes an agent, even `false`, as a wish to bypass the proxy. Node's global agent keeps the connections.
 */
export class NodeRequest {
  readonly raw: http.ClientRequest;
  readonly #address: NodeAddress;
  #attempt: ProxyAttempt | undefined;

  constructor(address: NodeAddress, options: NodeRequestOptions) {
    this.#address = address;
    this.raw =
      address.protocol === 'https:'
        ? https.request({ ...address, ...options, ...verifiedTls })
        : http.request({ ...address, ...options });
    this.raw.on('proxy', (attempt: unknown) => {
      this.#attempt = parseProxyAttempt(attempt);
    });
  }

  /** Name and port of the proxy that VS Code sent it through; `undefined` for a direct connection. */
  get proxyHost(): string | undefined {
    return this.#attempt?.host;
  }

  /**
   * Calls back once the connection is made, and over TLS only once the certificate is verified: nothing may be sent
   * before. The check is our own, because options of the global agent, which any extension can set, override the ones
   * of a request. Never calls back when a proxy refuses; then `raw` emits the answer of the proxy, see `refusal`.
   */
  whenReady(onReady: () => void, onFailed: (error: ConnectionError) => void): void {
    const { raw } = this;
    const isTls = this.#address.protocol === 'https:';
    if (!isTls && raw.reusedSocket) {
      onReady();
      return;
    }
    const check = (connection: TlsConnection): void => {
      const code = connection.problem;
      if (code === undefined) onReady();
      else onFailed(this.problem('tls', code, false));
    };
    raw.once('socket', (socket) => {
      if (!isTls) {
        if (socket.connecting) socket.once('connect', onReady);
        else onReady();
        return;
      }
      const connection = tlsConnectionOf(socket);
      if (connection === undefined) return;
      if (connection.isHandshaking) socket.once('secureConnect', () => check(connection));
      else check(connection);
    });
  }

  /**
   * An answer to a request over TLS that did not come over TLS is that of a proxy to `CONNECT`, in plain text: it is no
   * answer of the service, whatever it says.
   */
  refusal(message: http.IncomingMessage): ConnectionError | undefined {
    if (this.#address.protocol !== 'https:' || tlsConnectionOf(message.socket) !== undefined) return undefined;
    const { statusCode = 0 } = message;
    return this.problem('proxy', `HTTP_${statusCode}`, false, { proxyStatus: statusCode });
  }

  /** Words an error of `raw`. */
  failure(error: Error, mayHaveBeenProcessed: boolean): ConnectionError {
    const attempt = this.#attempt;
    const cause = attempt?.host !== undefined && attempt.error instanceof Error ? attempt.error : error;
    const worded = connectionFailure(cause, this.#address.urlHost, mayHaveBeenProcessed);
    if (cause !== error) return this.problem('proxy', worded?.code ?? 'UNKNOWN', false, { cause });
    return this.problem(worded?.kind ?? 'cut', worded?.code ?? 'UNKNOWN', mayHaveBeenProcessed, { cause: error });
  }

  /** A failure of this request, with the proxy it went through. */
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
