import { isDigestOf } from '../seal/seals.ts';

/**
 * Binds a flow to the browser that started it. Each flow has its own cookie, so that parallel flows do not disturb each
 * other. The prefix `__Host-` prevents other hosts from setting it; plain http, which only localhost may use, cannot have
 * that prefix.
 */
function cookieName(publicUrl: string, flowId: string): string {
  return `${publicUrl.startsWith('https:') ? '__Host-' : ''}roomside-${flowId}`;
}

/** `Set-Cookie` for the start of a flow. */
export function flowCookie(publicUrl: string, flowId: string, value: string): string {
  return cookieText(publicUrl, `${cookieName(publicUrl, flowId)}=${value}; Max-Age=600`);
}

/** `Set-Cookie` for the end of a flow. */
export function expiredFlowCookie(publicUrl: string, flowId: string): string {
  return cookieText(publicUrl, `${cookieName(publicUrl, flowId)}=; Max-Age=0`);
}

/** Lax, because the redirect from the service is a navigation from another site. */
function cookieText(publicUrl: string, start: string): string {
  return `${start}; Path=/; HttpOnly; SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`;
}

/** Whether a request has the cookie of the flow exactly once, with the value whose digest is sealed into the state. */
export function hasFlowCookie(
  publicUrl: string,
  cookieHeader: string | undefined,
  flow: { readonly id: string; readonly cookieDigest: string },
): boolean {
  const start = `${cookieName(publicUrl, flow.id)}=`;
  const cookies = (cookieHeader ?? '').split(';').map((cookie) => cookie.trim());
  const values = cookies.filter((cookie) => cookie.startsWith(start)).map((cookie) => cookie.slice(start.length));
  const [value] = values;
  return values.length === 1 && value !== undefined && isDigestOf(flow.cookieDigest, value);
}
