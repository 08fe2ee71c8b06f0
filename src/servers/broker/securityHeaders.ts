import { pageHeaders } from '../pages/htmlPage.ts';
import { invalidRequest } from './brokerError.ts';

/** The headers of every response: no caching, no framing, no content sniffing, no referrer. */
export function securityHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    ...pageHeaders,
    pragma: 'no-cache',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/**
 * Rejects requests that a page of another site made, and prefetches. This runs before requests are counted: a page that many
 * people of an office load must not use up the limit that they share. Navigations of the whole tab are allowed from other
 * sites, because `/start` is opened from an editor in the browser, and `/callback` from the service. Speculation rules of any
 * page cause prefetches that look like navigations; after a refusal the browser asks again when its user follows the link.
 * `Sec-Fetch-*`: W3C Fetch Metadata.
 * @throws {BrokerError} 403
 */
export function rejectCrossSite({ method, headers }: Request): void {
  const purposes = ['sec-purpose', 'purpose', 'x-moz'].map((name) => headers.get(name) ?? '');
  if (purposes.some((purpose) => /prefetch|prerender/i.test(purpose))) {
    throw invalidRequest('Pages are not loaded in advance here.', 403);
  }
  const isNavigation = headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document';
  if (method === 'GET' && isNavigation) return;
  const site = headers.get('sec-fetch-site') ?? 'none';
  if (headers.has('origin') || !['none', 'same-origin'].includes(site)) {
    throw invalidRequest('Web pages are not served here.', 403);
  }
}
