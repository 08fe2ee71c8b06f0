import type { PageLanguage } from './pageLanguage.ts';
import german from './pageTexts.de.json' with { type: 'json' };
import english from './pageTexts.en.json' with { type: 'json' };
import french from './pageTexts.fr.json' with { type: 'json' };

export type PageTextKey = keyof typeof english;

/** The texts of all pages. `{0}` is replaced by a value. Buttons of the editor have the names that they have there. */
export const pageTexts: Readonly<Record<PageLanguage, Readonly<Record<PageTextKey, string>>>> = {
  en: english,
  de: german,
  fr: french,
};

/** A text with its values, as plain text. */
export function pageText(language: PageLanguage, key: PageTextKey, values: readonly string[] = []): string {
  return pageTexts[language][key].replace(/\{(\d)\}/g, (_, index: string) => values[Number(index)] ?? '');
}
