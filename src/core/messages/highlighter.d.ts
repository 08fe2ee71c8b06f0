// biome-ignore-all lint/style/noDefaultExport: they are the package's
// The used part of highlight.js. Its own types would add the DOM types to every file of the project.

declare module 'highlight.js/lib/languages/*' {
  const grammar: (highlighter: object) => object;
  export default grammar;
}

declare module 'highlight.js/lib/core' {
  const highlighter: {
    registerLanguage(name: string, grammar: (highlighter: object) => object): void;
    registerAliases(aliases: readonly string[], of: { readonly languageName: string }): void;
    listLanguages(): readonly string[];
    getLanguage(nameOrAlias: string): object | undefined;
    highlight(
      code: string,
      options: { readonly language: string; readonly ignoreIllegals: boolean },
    ): { readonly value: string };
  };
  export default highlighter;
}
