import { randomBytes } from 'node:crypto';
import { invalidRequest } from '../brokerError.ts';
import { redirectUriOf } from '../config/brokerConfig.ts';
import type { BrokerContext, RequestContext } from '../context.ts';
import { readQuery } from '../query.ts';
import { digest } from '../seals.ts';
import { isEditorCallback } from './callbackAddress.ts';
import { expiredOldestCookies, flowCookie } from './flowCookie.ts';

/**
 * GET /start: redirects the browser to the authorize page of the service. The client and its scopes come only from the
 * configuration; `scope`, `redirect_uri` and `client_id` in the query are ignored.
 */
export async function answerStart(c: RequestContext, { config, seals }: BrokerContext): Promise<Response> {
  const { challenge = '', fid = '', cb } = readQuery(c.req.url, ['challenge', 'fid', 'cb']);
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge)) throw invalidRequest('“challenge” is not a SHA-256 digest as base64url.');
  if (!/^[A-Za-z0-9_-]{22}$/.test(fid)) throw invalidRequest('“fid” is not 128 bit as base64url.');
  if (cb !== undefined && !isEditorCallback(cb, config))
    throw invalidRequest('“cb” is not an editor this broker may call back.');
  const cookie = randomBytes(32).toString('base64url');
  const pkceVerifier = randomBytes(32).toString('base64url');
  const state = await seals.seal('state', { challenge, fid, cb: cb ?? '', cookieDigest: digest(cookie), pkceVerifier });
  const { baseUrl, clientId, scopes, pkce } = config.upstream;
  const parameters: Record<string, string> = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUriOf(config),
    scope: scopes.join(' '),
    state,
    ...(pkce === 'send' ? { code_challenge: digest(pkceVerifier), code_challenge_method: 'S256' } : {}),
  };
  const text = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const headers = new Headers({ location: `${baseUrl}/v1/authorize?${text.join('&')}` });
  const expired = expiredOldestCookies(config.publicUrl, c.req.header('cookie'));
  for (const each of [...expired, flowCookie(config.publicUrl, fid, cookie)]) headers.append('set-cookie', each);
  return new Response(null, { status: 303, headers });
}
