import { randomBytes } from 'node:crypto';
import { ConnectionError } from '../api/errors.ts';
import { readResponseText } from '../api/responseText.ts';
import type { Send, SendRequest } from '../api/send.ts';
import { assertBrokerFound } from './brokerClient.ts';
import type { BrokerStartQuery } from './brokerProtocol.ts';
import { isWebAddress } from './callbackAddress.ts';

const shapeOf256Bit = /^[A-Za-z0-9_-]{43}$/;
const shapeOf128Bit = /^[A-Za-z0-9_-]{22}$/;

/** The address the browser opens to sign in. `brokerUrl` has no slash at its end. Throws a `TypeError` on odd values. */
export function brokerStartAddress(brokerUrl: string, query: BrokerStartQuery): string {
  if (!shapeOf256Bit.test(query.challenge)) throw new TypeError('challenge is not 256 bit as base64url');
  if (!shapeOf128Bit.test(query.fid)) throw new TypeError('fid is not 128 bit as base64url');
  const parts = [`challenge=${query.challenge}`, `fid=${query.fid}`];
  if (query.cb !== undefined) parts.push(`cb=${encodeURIComponent(query.cb)}`);
  return `${brokerUrl}/start?${parts.join('&')}`;
}

/**
 * Leaves out the callback where the broker does not call this editor back: then its last page shows a code to paste.
 * Asks the broker for a start as the browser will, because the editor never sees what the browser shows, but with a flow
 * of its own: VS Code logs the addresses of an extension's requests, and the id of the real flow belongs in no log. The
 * broker keeps nothing of a start. Any other failure is left to the sign-in itself.
 * @throws {BrokerNotFoundError} on 404
 */
export async function acceptedStart(
  brokerUrl: string,
  { cb, ...withoutCallback }: BrokerStartQuery,
  send: Send,
): Promise<BrokerStartQuery> {
  // An editor in the browser mangles an address with a query on its way to the browser, so its callback is not sent.
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
  await readResponseText(response, () => true);
  assertBrokerFound(brokerUrl, request, response);
  return response.status === 400;
}
