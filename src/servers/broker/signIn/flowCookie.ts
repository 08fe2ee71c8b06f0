import { isDigestOf } from '../seals.ts';

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

/**
 * Each page can begin flows by navigating to `/start`. More cookies than a proxy accepts in a header would end every request
 * of the browser with an error until they expire.
 */
const maxFlowCookies = 20;

/** `Set-Cookie` for each of the oldest flows of a browser that leave no place for another one. */
export function expiredOldestCookies(publicUrl: string, cookieHeader: string | undefined): readonly string[] {
  // Browsers send the oldest cookie first (RFC 6265, 5.4).
  const flows = cookieTails(cookieHeader, cookieName(publicUrl, '')).map((tail) => tail.split('=', 1)[0] ?? '');
  return flows.slice(0, Math.max(0, flows.length - maxFlowCookies + 1)).map((id) => expiredFlowCookie(publicUrl, id));
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
  const [value, ...others] = cookieTails(cookieHeader, `${cookieName(publicUrl, flow.id)}=`);
  return value !== undefined && others.length === 0 && isDigestOf(flow.cookieDigest, value);
}

/** What follows a beginning, in each cookie that has it. */
function cookieTails(cookieHeader: string | undefined, start: string): readonly string[] {
  const cookies = (cookieHeader ?? '').split(';').map((cookie) => cookie.trim());
  return cookies.filter((cookie) => cookie.startsWith(start)).map((cookie) => cookie.slice(start.length));
}
