// Writes what follows from the manifest (the order numbers of its settings, the version in
// README.md, the tables of docs/settings.md and docs/commands.md), and the picture of the layers.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { layersPicture } from './layersPicture.ts';
import { projectRoot } from './projectRoot.mjs';

interface Property {
  readonly default: unknown;
  readonly markdownDescription: string;
  order?: number;
}

interface Manifest {
  readonly version: string;
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Readonly<Record<string, Property>> }[];
    readonly commands: readonly { readonly title: string }[];
  };
}

type Words = Readonly<Record<string, string>>;

const textOf = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8');

/** The texts of the files with derived parts, by the path from the root. */
export function derivedFiles(): ReadonlyMap<string, string> {
  const manifest = JSON.parse(textOf('package.json')) as Manifest;
  const sections = manifest.contributes.configuration.map(({ properties }) => properties);
  for (const section of sections)
    for (const [at, property] of Object.values(section).entries()) property.order = at + 1;
  const [words, german, french] = ['', '.de', '.fr'].map(
    (language) => JSON.parse(textOf(`package.nls${language}.json`)) as Words,
  ) as [Words, Words, Words];
  return new Map([
    ['package.json', `${JSON.stringify(manifest, undefined, 2)}\n`],
    ['README.md', textOf('README.md').replace(/^Version \S+/m, `Version ${manifest.version}`)],
    ['docs/settings.md', withSettings(textOf('docs/settings.md'), Object.assign({}, ...sections), words)],
    ['docs/pictures/layers.svg', layersPicture()],
    ['docs/commands.md', withCommands(textOf('docs/commands.md'), manifest, [words, german, french])],
  ]);
}

/** A document whose table has a row for each setting. A row keeps its meaning; a new one has the first sentence of the description. */
export function withSettings(document: string, properties: Readonly<Record<string, Property>>, words: Words): string {
  const rows = [...document.matchAll(/^\| `(roomside\.\S+)` *\|[^|]*\| (.*?) *\|$/gm)];
  const meanings = new Map(rows.map(([, name, meaning]) => [name, meaning]));
  const cells = Object.entries(properties).map(([name, { default: value, markdownDescription }]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const [sentence] = (words[markdownDescription.slice(1, -1)] ?? '').split(/(?<=\.)\s/);
    return [`\`${name}\``, text === '' ? 'empty' : `\`${text}\``, meanings.get(name) ?? sentence ?? ''] as const;
  });
  const all = [['Setting', 'Default', 'Meaning'] as const, ...cells];
  return document.replace(/^\| Setting .*\n(?:\|.*\n?)+/m, tableOf(all));
}

/** A document whose table has the titles of all commands in each language. */
function withCommands(document: string, { contributes }: Manifest, languages: readonly Words[]): string {
  const keys = contributes.commands.map(({ title }) => title.slice(1, -1));
  const rows = new Map(keys.map((key) => [languages[0]?.[key], languages.map((words) => words[key] ?? '')]));
  const sorted = [...rows.values()].sort(([one = ''], [other = '']) => one.localeCompare(other, 'en'));
  const table = tableOf([['Command', 'Deutsch', 'Français'], ...sorted]);
  return document.replace(/^\| Command .*\n(?:\|.*\n?)+/m, () => table);
}

/** A table as Biome formats it. The first row is the head. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[], fill = ' '): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`;
  const [head, ...body] = rows.map((row) => line(row));
  return `${[head, line(['', '', ''], '-'), ...body].join('\n')}\n`;
}

if (import.meta.main) for (const [file, text] of derivedFiles()) writeFileSync(path.join(projectRoot, file), text);
