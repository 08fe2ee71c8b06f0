import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { projectFiles, projectText } from './projectFiles.ts';

const independent = 'the client and each server implement the service API independently';

/** File names with one meaning in several folders. */
const allowedFiles: Readonly<Record<string, string>> = {
  'context.ts': 'the context of each server',
  'errors.ts': 'the error classes of the folder',
  'index.ts': 'the entry of each feature',
  'main.ts': 'the entry of each program and page',
  'protocol.ts': 'the messages of each page',
  'resources.ts': independent,
  'scopes.ts': independent,
  'tokens.ts': independent,
};

/** Exported names with one meaning in several files. */
const allowedExports: Readonly<Record<string, string>> = {
  Integration: independent,
  NewMessage: independent,
  RequestContext: 'the request of each server',
  RequestEnv: 'the request of each server',
  discardBody: independent,
  matchPhrase: independent,
  renderProblemPage: 'the error page of each server',
};

interface Declared {
  readonly name: string;
  readonly path: string;
}

const sources = projectFiles('src/**/*.ts');

/** The types, classes, functions and constants that a source exports. */
function exportedNames(text: string): readonly string[] {
  const declarations = text.matchAll(
    /^export (?:declare |abstract |async )*(?:type|interface|class|function\*?|const) (\w+)/gm,
  );
  return [...declarations].map(([, name = '']) => name);
}

/** Names that several paths declare, each with its paths. */
function shared(declared: readonly Declared[]): Readonly<Record<string, readonly string[]>> {
  const groups = Map.groupBy(declared, ({ name }) => name);
  const several = [...groups].filter(([, all]) => all.length > 1);
  return Object.fromEntries(several.map(([name, all]) => [name, all.map(({ path }) => path)]));
}

function withoutAllowed<T>(names: Readonly<Record<string, T>>, allowed: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(names).filter(([name]) => allowed[name] === undefined));
}

describe('the names of', () => {
  const files = shared(sources.map((path) => ({ name: basename(path), path })));
  const names = shared(sources.flatMap((path) => exportedNames(projectText(path)).map((name) => ({ name, path }))));

  it('files have one meaning each', () => assert.deepEqual(withoutAllowed(files, allowedFiles), {}));

  it('exports have one meaning each', () => assert.deepEqual(withoutAllowed(names, allowedExports), {}));

  it('the exceptions are still needed', () => {
    const staleFiles = Object.keys(allowedFiles).filter((name) => files[name] === undefined);
    assert.deepEqual(staleFiles, []);
    const staleExports = Object.keys(allowedExports).filter((name) => names[name] === undefined);
    assert.deepEqual(staleExports, []);
  });
});
