import { readFileSync } from 'node:fs';
import { parseJsonObject, stringField } from '../core/base/json.ts';

let texts: Readonly<Record<string, unknown>> = {};

/** @param language such as `de` or `de_CH.UTF-8`; English for others than the extension has */
export function useLanguage(language: string): void {
  const [name] = /^(?:de|fr)(?![a-z])/.exec(language) ?? [];
  if (name === undefined) return;
  // Beside the folder of the program.
  const file = new URL(`../l10n/bundle.l10n.${name}.json`, import.meta.url);
  texts = parseJsonObject(readFileSync(file, 'utf8')) ?? {};
}

/** The texts of the command, from the same files as those of the window. */
export const l10n = {
  /** Replaces `{0}` by the first value, and so on. */
  t(message: string, ...values: readonly (string | number)[]): string {
    const text = stringField(texts, message) ?? message;
    return text.replace(/\{(\d)\}/g, (_, at: string) => `${values[Number(at)] ?? ''}`);
  },
};
