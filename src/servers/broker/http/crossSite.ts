import { invalidRequest } from './brokerError.ts';

/**
 * Rejects requests that a page of another site made. This runs before requests are counted: a page that many people of an
 * office load must not use up the limit that they share. Navigations of the whole tab are allowed from other sites, because
 * `/start` is opened from an editor in the browser, and `/callback` from the service. `Sec-Fetch-*`: W3C Fetch Metadata.
 * @throws {BrokerError} 403
 */
export function rejectCrossSite({ method, headers }: Request): void {
  const isNavigation = headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document';
  if (method === 'GET' && isNavigation) return;
  const site = headers.get('sec-fetch-site') ?? 'none';
  if (headers.has('origin') || !['none', 'same-origin'].includes(site)) {
    throw invalidRequest('Web pages are not served here.', 403);
  }
}
