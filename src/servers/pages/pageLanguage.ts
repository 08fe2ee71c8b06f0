import { parseAccept } from 'hono/utils/accept';

/** The languages of the pages, which are those of the extension. */
export const pageLanguages = ['en', 'de', 'fr'] as const;

export type PageLanguage = (typeof pageLanguages)[number];

/** A longer header is no list of a person's languages. */
const maxLength = 1000;

/**
 * The language that the browser prefers among those of the pages: the highest quality value of `Accept-Language`, the first
 * among equal ones (RFC 9110, sections 12.4.2 and 12.5.4). English for `*`, for other languages and without the header.
 */
export function languageOf(acceptLanguage: string | undefined): PageLanguage {
  const ranges = parseAccept((acceptLanguage ?? '').slice(0, maxLength)).filter(({ q }) => q > 0);
  const preferred = ranges.map(({ type }) => type.toLowerCase().split('-', 1)[0]);
  return preferred.flatMap((each) => pageLanguages.filter((own) => own === each))[0] ?? 'en';
}
