// The used part of highlight.js. Its own types would add the DOM types to every file of the project.

/** A language's grammar. */
export type Grammar = (highlighter: object) => object;

interface Highlighter {
  registerLanguage(name: string, grammar: Grammar): void;
  registerAliases(aliases: readonly string[], of: { readonly languageName: string }): void;
  getLanguage(nameOrAlias: string): object | undefined;
  highlight(
    code: string,
    options: { readonly language: string; readonly ignoreIllegals: boolean },
  ): { readonly value: string };
}

declare const highlighter: Highlighter;
// biome-ignore lint/style/noDefaultExport: it is the package's
export default highlighter;
