declare module 'highlight.js/lib/languages/*' {
  const grammar: import('./highlighter.d.ts').Grammar;
  // biome-ignore lint/style/noDefaultExport: it is the package's
  export default grammar;
}
