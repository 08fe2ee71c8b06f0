import { invalidRequest } from './brokerError.ts';

/**
 * Refuses what a page of another site made a browser send. This comes before requests are counted: a page that its
 * visitors load all over an office must not use up the limit that the office shares.
 * A navigation of the whole tab is let through, also from another site: `/start` is opened from an editor in the
 * browser, and `/callback` from the service. `Sec-Fetch-*`: W3C Fetch Metadata.
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
