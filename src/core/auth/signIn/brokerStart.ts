import { randomBytes } from 'node:crypto';
import { ConnectionError } from '../../api/errors.ts';
import { discardBody } from '../../api/releaseBody.ts';
import type { Send, SendRequest } from '../../api/send.ts';
import { assertBrokerFound } from '../brokerClient.ts';
import type { BrokerStartQuery } from '../brokerProtocol.ts';
import { isWebAddress } from './callback.ts';

/** The URL to open in the browser. `brokerUrl` has no trailing slash. */
export function brokerStartAddress(brokerUrl: string, query: BrokerStartQuery): string {
  const parts = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
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

async function isRefused(brokerUrl: string, query: BrokerStartQuery, send: Send): Promise<boolean> {
  // Well-formed values that no sign-in uses.
  const unused = { challenge: randomBytes(32).toString('base64url'), fid: randomBytes(16).toString('base64url') };
  const request: SendRequest = { method: 'GET', url: brokerStartAddress(brokerUrl, { ...query, ...unused }) };
  const response = await send(request).catch((error: unknown) => {
    if (error instanceof ConnectionError) return undefined;
    throw error;
  });
  if (response === undefined) return false;
  await discardBody(response);
  assertBrokerFound(brokerUrl, request, response);
  return response.status === 400;
}
