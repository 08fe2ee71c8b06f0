import { isDigestOf } from '../seal/digest.ts';

/**
 * Ties a flow to the browser that began it. Each flow has a cookie of its own, so that two at once do not disturb each
 * other. `__Host-` keeps every other host from setting it; plain http, which only localhost may use, cannot have that.
 */
function cookieName(publicUrl: string, flowId: string): string {
  return `${publicUrl.startsWith('https:') ? '__Host-' : ''}roomside-${flowId}`;
}

/** `Set-Cookie` for the beginning of a flow. */
export function flowCookie(publicUrl: string, flowId: string, value: string): string {
  return cookieText(publicUrl, `${cookieName(publicUrl, flowId)}=${value}; Max-Age=600`);
}

/** `Set-Cookie` for its end. */
export function expiredFlowCookie(publicUrl: string, flowId: string): string {
  return cookieText(publicUrl, `${cookieName(publicUrl, flowId)}=; Max-Age=0`);
}

/** Lax, because the way back from the service is a navigation from another site. */
function cookieText(publicUrl: string, start: string): string {
  return `${start}; Path=/; HttpOnly; SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`;
}

/** Whether a request carries the flow's cookie, once, with the value whose digest was sealed into the state. */
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
