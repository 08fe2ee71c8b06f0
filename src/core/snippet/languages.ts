import languages from './languages.json' with { type: 'json' };

// VS Code has no API for the display name of a language.
const specialNames: ReadonlyMap<string, string> = new Map(Object.entries(languages.names));
/** Languages whose name is their id in capitals. */
const abbreviations = /^(?:abap|css|hlsl|html|ini|json|php|scss|sql|toml|xml|xsl|yaml)$/;
/** Languages whose name is their id with a capital. */
const words =
  /^(?:c|clojure|dart|diff|dockerfile|go|groovy|handlebars|haskell|java|julia|kotlin|less|lua|makefile|markdown|perl|properties|pug|python|r|razor|ruby|rust|sass|scala|svelte|swift|terraform|vue|zig)$/;

/** The display name of a VS Code language id; `''` for plain text, and the id itself if no name is known. */
export function languageName(languageId: string): string {
  if (abbreviations.test(languageId)) return languageId.toUpperCase();
  if (words.test(languageId)) return languageId.charAt(0).toUpperCase() + languageId.slice(1);
  return specialNames.get(languageId) ?? languageId;
}

/** Language ids and their common fence tags, each of which is of one language. */
const shortTags = Object.entries(languages.tags);
/** Language ids that are highlighted as another language. Every other id is its own tag. */
const tags: ReadonlyMap<string, string> = new Map([...shortTags, ...Object.entries(languages.highlightedAs)]);
const noLanguage = /^(?:git-commit|git-rebase|ignore|plaintext|scminput|search-result)$/;

/** The fence tag of a VS Code language id; `''` for text without a language. */
export function languageTag(languageId: string): string {
  if (noLanguage.test(languageId)) return '';
  return tags.get(languageId) ?? languageId.toLowerCase().replace(/[^a-z0-9+#._-]/g, '');
}

/** Fence tags that are neither a VS Code language id nor one of its usual extensions. */
const ids: ReadonlyMap<string, string> = new Map([
  ...shortTags.map(([id, tag]) => [tag, id] as const),
  ...Object.entries(languages.otherTags),
]);

/** The display name of the language of a fence tag, or of the ending of a file name. */
export function languageNameOfTag(tag: string): string {
  return languageName(ids.get(tag.toLowerCase()) ?? tag);
}

/** The VS Code language id of a fence tag; `plaintext` if it is not known. */
export function languageOfTag(tag: string, knownIds: readonly string[]): string {
  const word = tag.toLowerCase();
  const id = ids.get(word) ?? word;
  return knownIds.includes(id) ? id : 'plaintext';
}
