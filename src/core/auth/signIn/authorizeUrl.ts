import { createHash, randomBytes } from 'node:crypto';
import { ConnectionError } from '../../api/errors.ts';
import { discardBody } from '../../api/releaseBody.ts';
import type { Send, SendRequest } from '../../api/send.ts';
import { assertBrokerFound } from '../brokerClient.ts';
import type { BrokerStartQuery } from '../brokerProtocol.ts';
import { isWebAddress } from './callback.ts';

/** The parameters of `GET /v1/authorize`. */
interface AuthorizeRequest {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string;
  /** base64url(SHA-256(verifier)) (RFC 7636, S256). Services without PKCE ignore it. */
  readonly codeChallenge?: string;
}

/**
 * The URL to open in the browser [A15]. Spaces are encoded as %20, not +: some editors decode and encode a URL before
 * they open it.
 */
export function authorizeUrl(request: AuthorizeRequest): string {
  const parameters: readonly (readonly [string, string])[] = [
    ['response_type', 'code'],
    ['client_id', request.clientId],
    ['redirect_uri', request.redirectUri],
    ['scope', request.scopes.join(' ')],
    ['state', request.state],
    ...(request.codeChallenge === undefined ? [] : pkceParameters(request.codeChallenge)),
  ];
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return `${request.baseUrl}/v1/authorize?${query}`;
}

function pkceParameters(codeChallenge: string): readonly (readonly [string, string])[] {
  return [
    ['code_challenge', codeChallenge],
    ['code_challenge_method', 'S256'],
  ];
}

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

/** The alphabet of Crockford's Base32, without letters that look alike. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The phrase that lets a user check that a page of the broker belongs to this editor's sign-in, for example
 * `K7QF-2MXD`: 40 bits of SHA-256(`roomside match phrase ` + challenge). The broker computes it in the same way.
 */
export function matchPhrase(challenge: string): string {
  const digest = createHash('sha256').update(`roomside match phrase ${challenge}`).digest();
  const text = Array.from({ length: 8 }, (_, index) => letters[(digest[index] ?? 0) % 32]).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}
