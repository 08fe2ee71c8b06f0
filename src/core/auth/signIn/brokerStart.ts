import { randomBytes } from 'node:crypto';
import { ConnectionError } from '../../api/errors.ts';
import { discardBody } from '../../api/releaseBody.ts';
import type { Send, SendRequest } from '../../api/send.ts';
import { assertBrokerFound } from '../brokerClient.ts';
import type { BrokerStartQuery } from '../brokerProtocol.ts';
import { isWebAddress } from './callback.ts';

const base64url256BitPattern = /^[A-Za-z0-9_-]{43}$/;
const base64url128BitPattern = /^[A-Za-z0-9_-]{22}$/;

/** The URL to open in the browser. `brokerUrl` has no trailing slash. Throws a `TypeError` for invalid values. */
export function brokerStartAddress(brokerUrl: string, query: BrokerStartQuery): string {
  if (!base64url256BitPattern.test(query.challenge)) throw new TypeError('challenge is not 256 bit as base64url');
  if (!base64url128BitPattern.test(query.fid)) throw new TypeError('fid is not 128 bit as base64url');
  const parts = [`challenge=${query.challenge}`, `fid=${query.fid}`];
  if (query.cb !== undefined) parts.push(`cb=${encodeURIComponent(query.cb)}`);
  return `${brokerUrl}/start?${parts.join('&')}`;
}

/**
 * Removes the callback if the broker does not accept it for this editor. Then the broker's last page shows a code to
 * paste. The editor cannot see the page in the browser, so this sends a start of its own to the broker. It uses another
 * flow, because VS Code logs the URLs of an extension's requests and the id of the real flow must not be logged. The
 * broker stores nothing for a start. Other failures are left to the sign-in itself.
 * @throws {BrokerNotFoundError} on 404
 */
export async function acceptedStart(
  brokerUrl: string,
  { cb, ...withoutCallback }: BrokerStartQuery,
  send: Send,
): Promise<BrokerStartQuery> {
  // A web editor changes URLs with a query before it opens them, so its callback is not sent.
  const query = cb === undefined || isWebAddress(cb) ? withoutCallback : { ...withoutCallback, cb };
  return (await isRefused(brokerUrl, query, send)) ? withoutCallback : query;
}

/** Well-formed values that no sign-in uses. */
function unusedFlow(): Pick<BrokerStartQuery, 'challenge' | 'fid'> {
  return { challenge: randomBytes(32).toString('base64url'), fid: randomBytes(16).toString('base64url') };
}

async function isRefused(brokerUrl: string, query: BrokerStartQuery, send: Send): Promise<boolean> {
  const request: SendRequest = { method: 'GET', url: brokerStartAddress(brokerUrl, { ...query, ...unusedFlow() }) };
  const response = await send(request).catch((error: unknown) => {
    if (error instanceof ConnectionError) return undefined;
    throw error;
  });
  if (response === undefined) return false;
  await discardBody(response);
  assertBrokerFound(brokerUrl, request, response);
  return response.status === 400;
}
