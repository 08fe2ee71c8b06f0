import { pageHeaders } from '../../pages/pageHeaders.ts';

/** What every answer carries: nothing here is kept, framed, guessed at, or told to the next site. */
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
