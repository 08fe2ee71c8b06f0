/** The headers of every sign-in page: no caching, no framing, no content sniffing, no indexing, no referrer. */
export const pageHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
} as const;
