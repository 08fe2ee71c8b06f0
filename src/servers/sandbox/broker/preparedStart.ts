import type { BrokerStartQuery } from '../../../core/auth/brokerProtocol.ts';
import { optionalString, requiredString, requireKnownFields } from '../http/bodies.ts';
import { badRequest } from '../http/errors.ts';

/** A start of the broker that an editor lays down before the browser comes. */
export interface PreparedStart {
  /** For `GET /broker/start`, which checks it like any other. */
  readonly query: string;
  /** Where the editor waits. */
  readonly callback: string | undefined;
  /** Under which address the editor's browser sees the sandbox; no slash at its end. */
  readonly visibleAt: string | undefined;
}

/** Reads the body of POST /_sandbox/broker/starts. @throws {ApiError} 400 */
export function readPreparedStart(body: Readonly<Record<string, unknown>>): PreparedStart {
  requireKnownFields(body, ['challenge', 'fid', 'cb', 'visibleAt']);
  const callback = optionalString(body, 'cb');
  const query: BrokerStartQuery = {
    challenge: requiredString(body, 'challenge'),
    fid: requiredString(body, 'fid'),
    ...(callback === undefined ? {} : { cb: callback }),
  };
  const parts = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`);
  return { query: parts.join('&'), callback, visibleAt: addressOf(optionalString(body, 'visibleAt')) };
}

function addressOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && !/[?#@]/.test(text);
  if (!isPlain) throw badRequest('“visibleAt” is not the address of a server.');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
