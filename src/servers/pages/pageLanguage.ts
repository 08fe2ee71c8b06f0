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
  const header = (acceptLanguage ?? '').slice(0, maxLength);
  const ranges = header.split(',').flatMap((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const language = pageLanguages.find((each) => tag === each || tag.startsWith(`${each}-`));
    const quality = qualityOf(parameters);
    return language === undefined || quality === 0 ? [] : [{ language, quality }];
  });
  const [best] = ranges.toSorted((one, other) => other.quality - one.quality);
  return best?.language ?? 'en';
}

/** 1 without a value, 0 for one that is not valid. */
function qualityOf(parameters: readonly string[]): number {
  const value = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  if (value === undefined) return 1;
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(value) ? Number(value) : 0;
}
