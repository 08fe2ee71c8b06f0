import { pageHeaders } from '../../pages/pageHeaders.ts';

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
