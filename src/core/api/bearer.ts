import { discardBody } from './discardBody.ts';
import type { Send, SendRequest, SendResponse } from './send.ts';

/** Where access tokens come from [A37]. */
export interface AccessTokens {
  get(signal?: AbortSignal): Promise<string>;
  /** Called after a 401 with the token that was refused; gives another token to try once, or undefined. */
  refresh(refusedToken: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Told that what `renew` gave was refused with 401, too: another one would do no better. */
  invalidate?(renewedToken: string): Promise<void>;
}

/**
 * Puts the access token on requests to `origin` and on no others, and only where nobody on the way can read it: over
 * https, or http on the loopback. After a 401 it asks once for another token and sends the request, body and all, again.
 */
export function withBearer(tokens: AccessTokens, origin: string): (next: Send) => Send {
  const isPrivate = isPrivateOrigin(origin);
  return (next) => async (request, signal) => {
    if (!isPrivate || !isAtOrigin(request.url, origin)) return next(request, signal);
    const token = await tokens.get(signal);
    const response = await next(authorized(request, token), signal);
    if (response.status !== 401) return response;
    const renewed = await refreshOrDiscard(tokens, token, response, signal);
    if (renewed === undefined) return response;
    const second = await next(authorized(request, renewed), signal);
    if (second.status === 401) await tokens.invalidate?.(renewed);
    return second;
  };
}

/** The body stays readable when there is no other token, because then it is the answer. */
async function refreshOrDiscard(
  tokens: AccessTokens,
  refusedToken: string,
  response: SendResponse,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  let isAnswer = false;
  try {
    const renewed = await tokens.refresh(refusedToken, signal);
    isAnswer = renewed === undefined;
    return renewed;
  } finally {
    if (!isAnswer) await discardBody(response);
  }
}

function authorized(request: SendRequest, token: string): SendRequest {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}

/** What begins with the origin and a slash is there: a parser has nothing to add, and costs more than the rest. */
function isAtOrigin(url: string, origin: string): boolean {
  return url.startsWith(`${origin}/`) || URL.parse(url)?.origin === origin;
}

function isPrivateOrigin(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
