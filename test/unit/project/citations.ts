import { projectFiles, projectText } from './projectFiles.ts';

/** The documents that define the IDs of rules (A, N, X) and of items of sign-in (S). */
const documents = ['docs/service-api.md', 'docs/sign-in.md'];
/** `- **A25** An attachment …`, or the first cell of a row of a table. */
const definition = /^(?:- |\| )\*\*([ANSX]\d+)\*\*/gm;

/** The IDs that the documents define, in their order; one that is defined twice is there twice. */
export function definedIds(): readonly string[] {
  return documents.flatMap((path) => [...projectText(path).matchAll(definition)].map(([, id = '']) => id));
}

/** The IDs that a source cites: `[A25]`, `[S7] [S8]`. */
export function citedIds(source: string): readonly string[] {
  return [...source.matchAll(/\[([ANSX]\d+)\]/g)].map(([, id = '']) => id);
}

/** The IDs that the documents name in their text: `A25`, `(A15 to A27)`. */
export function namedIds(): readonly string[] {
  return documents.flatMap((path) => [...projectText(path).matchAll(/\b[ANSX]\d+\b/g)].map(([id]) => id));
}

/** The sources of the project and its tests, with their paths. */
export function citingFiles(): readonly { readonly path: string; readonly source: string }[] {
  const paths = ['src/**/*.ts', 'test/**/*.ts', 'docs/**/*.md', '*.md'].flatMap((pattern) => projectFiles(pattern));
  return paths
    .filter((path) => !path.startsWith('test/support/workspace/'))
    .map((path) => ({ path, source: projectText(path) }));
}
