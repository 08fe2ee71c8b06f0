// Looked up at each call, as in the transport: VS Code replaces the functions to bring in its proxy and certificates.
import * as http from 'node:http';
import * as https from 'node:https';
import { CancelledError, throwIfAborted } from '../base/errors.ts';
import { connectionFailure } from './connectionFailure.ts';
import { ConnectionError } from './errors.ts';
import { createAddressParser } from './nodeAddress.ts';

/** What a connection over TLS turned out to be; always a verified one, for no other is ever made. */
export interface TlsFacts {
  /** For example `TLSv1.3`. */
  readonly protocol: string | undefined;
  /** The name that was asked for by Server Name Indication; `undefined` for a bare address. */
  readonly serverName: string | undefined;
  /** Organization or common name of who issued the certificate. Said by the other side: hostile. */
  readonly issuer: string | undefined;
  /** `NaN` when the certificate does not tell. */
  readonly validFromMs: number;
  readonly validToMs: number;
}

/** The head of an answer, and what it came over. */
export interface ProbeAnswer {
  readonly status: number;
  readonly contentType: string | undefined;
  /** The `Date` header, in milliseconds since the epoch. */
  readonly dateMs: number | undefined;
  /** Absent without TLS, and where a proxy on the way hides it. */
  readonly tls: TlsFacts | undefined;
}

/** Asks whether somebody answers at an address. */
export type Probe = (url: string, signal: AbortSignal) => Promise<ProbeAnswer>;

/**
 * Sends a bare GET on a connection of its own, without a token, and reads the head of the answer alone.
 * @throws {ConnectionError} when no answer comes
 */
export const probeAddress: Probe = async (url, signal) => {
  throwIfAborted(signal);
  const address = createAddressParser()(url);
  const { request: open } = address.protocol === 'https:' ? https : http;
  const answer = Promise.withResolvers<ProbeAnswer>();
  const headers = { 'user-agent': 'roomside', accept: 'application/json' };
  const request = open({ ...address, method: 'GET', headers, agent: false });
  const onAbort = (): void => {
    answer.reject(new CancelledError());
    request.destroy();
  };
  signal.addEventListener('abort', onAbort, { once: true });
  request.once('response', (message) => {
    answer.resolve(answerOf(message));
    message.destroy();
  });
  const { urlHost: host } = address;
  request.on('error', (error) => {
    const unknown = { host, code: 'UNKNOWN', kind: 'cut', mayHaveArrived: true } as const;
    answer.reject(connectionFailure(error, host) ?? new ConnectionError(unknown, { cause: error }));
  });
  request.end();
  return answer.promise.finally(() => signal.removeEventListener('abort', onAbort));
};

function answerOf(message: http.IncomingMessage): ProbeAnswer {
  const dateMs = Date.parse(message.headers.date ?? '');
  return {
    status: message.statusCode ?? 0,
    contentType: message.headers['content-type'],
    dateMs: Number.isNaN(dateMs) ? undefined : dateMs,
    tls: tlsFactsOf(message.socket),
  };
}

/** By its shape and not by its class: the socket may be one of VS Code's making. */
type TlsLike = Pick<import('node:tls').TLSSocket, 'getPeerCertificate' | 'getProtocol'> & {
  readonly servername?: string | false | null;
};

function tlsFactsOf(socket: object): TlsFacts | undefined {
  if (!('getPeerCertificate' in socket)) return undefined;
  const secured = socket as TlsLike;
  const { issuer, valid_from: validFrom, valid_to: validTo } = secured.getPeerCertificate();
  const name = issuer?.O ?? issuer?.CN;
  return {
    protocol: secured.getProtocol() ?? undefined,
    serverName: secured.servername || undefined,
    issuer: Array.isArray(name) ? name.join(', ') : name,
    validFromMs: Date.parse(validFrom),
    validToMs: Date.parse(validTo),
  };
}
