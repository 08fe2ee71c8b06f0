import type { IncomingMessage } from 'node:http';
import { raceAbort, throwIfAborted } from '../../core/base/errors.ts';
import { createAddressParser, NodeRequest, statusOf, type TlsFacts, tlsFacts, tlsSocketOf } from './nodeRequest.ts';

/** The headers of a response, and facts about its connection. */
export interface ProbeResponse {
  readonly status: number;
  readonly contentType: string | undefined;
  /** The `Date` header, in milliseconds since the epoch. */
  readonly dateMs: number | undefined;
  /** Absent without TLS. */
  readonly tls: TlsFacts | undefined;
  /** Host name and port of the proxy; `undefined` for a direct connection. */
  readonly proxyHost: string | undefined;
}

/** Checks whether a server responds at a URL. */
export type Probe = (url: string, signal: AbortSignal) => Promise<ProbeResponse>;

/**
 * Sends a GET without a token and reads only the headers of the response.
 * @throws {ConnectionError} if no response arrives
 */
export const probeAddress: Probe = async (url, signal) => {
  throwIfAborted(signal);
  const headers = { 'user-agent': 'roomside', accept: 'application/json' };
  const request = new NodeRequest(createAddressParser()(url), { headers });
  const { raw } = request;
  const answer = Promise.withResolvers<ProbeResponse>();
  raw.once('response', (message) => {
    const refusal = request.refusal(message);
    if (refusal === undefined) answer.resolve(probeResponse(message, request.proxyHost));
    else answer.reject(refusal);
  });
  raw.on('error', (error) => answer.reject(request.failure(error, true)));
  request.whenReady(() => raw.end(), answer.reject);
  return raceAbort(answer.promise, signal).finally(() => raw.destroy());
};

function probeResponse(message: IncomingMessage, proxyHost: string | undefined): ProbeResponse {
  const dateMs = Date.parse(message.headers.date ?? '');
  const tlsSocket = tlsSocketOf(message.socket);
  return {
    status: statusOf(message),
    contentType: message.headers['content-type'],
    dateMs: Number.isNaN(dateMs) ? undefined : dateMs,
    tls: tlsSocket && tlsFacts(tlsSocket),
    proxyHost,
  };
}
