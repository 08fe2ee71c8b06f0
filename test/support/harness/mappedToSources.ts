import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { projectRoot } from './projectRoot.mjs';

/** A place in a bundle, as stack traces name it: file, line and column. Mocha shortens files below the checkout. */
const place = /((?:[A-Za-z]:)?[^\s():]+\.cjs):(\d+):(\d+)/g;
const maps = new Map<string, SourceMap | undefined>();

function sourceMapOf(bundle: string): SourceMap | undefined {
  if (!maps.has(bundle)) {
    const file = `${bundle}.map`;
    maps.set(bundle, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined);
  }
  return maps.get(bundle);
}

/** Replaces places in bundles by places in the sources. VS Code makes its own stack traces, without source maps. */
export function mappedToSources(text: string): string {
  return text.replace(place, (bundled: string, bundle: string, line: string, column: string) => {
    const file = path.resolve(projectRoot, bundle);
    const origin = sourceMapOf(file)?.findOrigin(Number(line), Number(column));
    if (!origin || !('fileName' in origin)) return bundled;
    const source = path.relative(projectRoot, path.resolve(path.dirname(file), origin.fileName));
    return `${source}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}
