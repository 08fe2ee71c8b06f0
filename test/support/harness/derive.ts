// Writes what follows from the settings of the manifest: their order numbers and the table of docs/settings.md.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './projectRoot.mjs';

interface Property {
  readonly default: unknown;
  readonly markdownDescription: string;
  order?: number;
}

interface Manifest {
  readonly contributes: { readonly configuration: { readonly properties: Readonly<Record<string, Property>> } };
}

const textOf = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8');

/** The texts of the files with derived parts, by the path from the root. */
export function derivedFiles(): ReadonlyMap<string, string> {
  const manifest = JSON.parse(textOf('package.json')) as Manifest;
  const { properties } = manifest.contributes.configuration;
  for (const [at, property] of Object.values(properties).entries()) property.order = at + 1;
  const words = JSON.parse(textOf('package.nls.json')) as Readonly<Record<string, string>>;
  return new Map([
    ['package.json', `${JSON.stringify(manifest, undefined, 2)}\n`],
    ['docs/settings.md', withSettings(textOf('docs/settings.md'), properties, words)],
  ]);
}

/** A document whose table has a row for each setting. A row keeps its meaning; a new one has the first sentence of the description. */
export function withSettings(
  document: string,
  properties: Readonly<Record<string, Property>>,
  words: Readonly<Record<string, string>>,
): string {
  const rows = [...document.matchAll(/^\| `(roomside\.\S+)` *\|[^|]*\| (.*?) *\|$/gm)];
  const meanings = new Map(rows.map(([, name, meaning]) => [name, meaning]));
  const cells = Object.entries(properties).map(([name, { default: value, markdownDescription }]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const [sentence] = (words[markdownDescription.slice(1, -1)] ?? '').split(/(?<=\.)\s/);
    return [`\`${name}\``, text === '' ? 'empty' : `\`${text}\``, meanings.get(name) ?? sentence ?? ''] as const;
  });
  const all = [['Setting', 'Default', 'Meaning'] as const, ...cells];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[], fill = ' '): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`;
  const [head, ...body] = all.map((row) => line(row));
  const table = [head, line(['', '', ''], '-'), ...body].join('\n');
  return document.replace(/^\| Setting .*\n(?:\|.*\n?)+/m, `${table}\n`);
}

if (import.meta.main) for (const [file, text] of derivedFiles()) writeFileSync(path.join(projectRoot, file), text);
