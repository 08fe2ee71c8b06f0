import documented from './executedFiles.json' with { type: 'json' };

/**
 * Files and folders from which tools run code, or read which code to run, often as soon as a folder is opened, installed or
 * built, by the documentation of the tool. A name that ends with `/` is a folder. `*` stands for any characters of a name,
 * and `?` for one; case is ignored.
 */
const patterns = Object.values<Readonly<Record<string, string>>>(documented)
  .flatMap((names) => Object.values(names).join(' ').split(' '))
  .map((name) => name.replace(/[.+^$()|{}[\]\\]/g, '\\$&'));
const sources = patterns.map((name) => name.replace(/\*/g, '[^/]*').replace(/\?/g, '[^/]'));
const isFolder = (source: string): boolean => source.endsWith('/');
const executed = new RegExp(
  `(?:^|/)(?:(?:${sources.filter(isFolder).join('|')})|(?:${sources.filter((source) => !isFolder(source)).join('|')})$)`,
  'i',
);

/** Of no system. The pattern would take long, and such a name is no usual one. */
const maxPathLength = 4_096;

/**
 * Whether tools execute a file or read it as configuration, by its path.
 * @param path with `/`
 */
export function isExecutedByTools(path: string): boolean {
  return path.length > maxPathLength || executed.test(path);
}
