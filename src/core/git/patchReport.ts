import { PatchRefusedError } from './patchRefused.ts';

/** A file that a patch changes. */
export interface PatchedFile {
  /** From the root of the repository, with `/`; after a rename or copy the new one. */
  readonly path: string;
  /** Lines; absent for a binary file. */
  readonly added?: number;
  readonly removed?: number;
  readonly change: 'changed' | 'new' | 'deleted' | 'renamed' | 'copied';
  /** Of a rename or copy, both sides as git writes them: `src/{a.ts => b.ts}`. */
  readonly move?: string;
  /** The patch gives it the mode 100755. */
  readonly becomesExecutable: boolean;
}

type Change = Omit<PatchedFile, 'path' | 'added' | 'removed'>;

/**
 * Reads what `git apply --check --numstat --summary -z` writes: a row for each file, each ended by NUL, then the summary in
 * lines. With `--check` git has filled in every mode, so the summary names each mode that is new. Modes are never read from
 * the patch itself: git takes more spellings of them than an expression finds.
 * @throws {PatchRefusedError} `link` for any mode but those of regular files; `unclear` for what cannot be read for certain
 */
export function parsePatchReport(output: string): PatchedFile[] {
  const end = output.lastIndexOf('\0') + 1;
  const summary = output
    .slice(end)
    .split('\n')
    .filter((line) => line !== '');
  const files = parseRows(output.slice(0, end)).map((row) => ({ ...row, ...takeChange(summary, row.path) }));
  if (summary.length > 0) throw new PatchRefusedError('unclear', summary[0]);
  return files;
}

/** The names in what `git apply --numstat -z` writes. @throws {PatchRefusedError} `unclear` */
export function parsePatchedNames(output: string): string[] {
  return parseRows(output).map(({ path }) => path);
}

function parseRows(output: string): Pick<PatchedFile, 'path' | 'added' | 'removed'>[] {
  const rows = output.split('\0').filter((row) => row !== '');
  return rows.map((row) => {
    const [, added = '', removed = '', path = ''] = /^(\d+|-)\t(\d+|-)\t(.+)$/s.exec(row) ?? [];
    // A line break could forge a line of the summary; what is no UTF-8 would be looked up under another name.
    if (path === '' || /[\p{Cc}\ufffd]/u.test(path)) throw new PatchRefusedError('unclear', row);
    return added === '-' ? { path } : { path, added: Number(added), removed: Number(removed) };
  });
}

/** Takes the lines of one file off the summary, which has them in the order of the rows; unchanged modes have none. */
function takeChange(summary: string[], path: string): Change {
  const [line = ''] = summary;
  const [, act, mode = '', made] = /^ (create|delete) mode (\d+) (.+)$/.exec(line) ?? [];
  if (made === path) {
    summary.shift();
    assertRegular(mode);
    return act === 'create'
      ? { change: 'new', becomesExecutable: isExecutable(mode) }
      : { change: 'deleted', becomesExecutable: false };
  }
  const [, kind, move = ''] = /^ (rename|copy|rewrite) (.+) \(\d+%\)$/.exec(line) ?? [];
  if (kind === 'rewrite' && move === path) {
    summary.shift();
    return { change: 'changed', becomesExecutable: takeMode(summary, '') };
  }
  if (kind === undefined || kind === 'rewrite' || !isMoveTo(move, path)) {
    return { change: 'changed', becomesExecutable: takeMode(summary, ` ${path}`) };
  }
  summary.shift();
  return { change: kind === 'rename' ? 'renamed' : 'copied', move, becomesExecutable: takeMode(summary, '') };
}

/** @returns whether the file becomes executable */
function takeMode(summary: string[], name: string): boolean {
  const [, before = '', after = '', rest] = /^ mode change (\d+) => (\d+)(.*)$/.exec(summary[0] ?? '') ?? [];
  if (rest !== name) return false;
  summary.shift();
  assertRegular(before);
  assertRegular(after);
  return isExecutable(after);
}

/** Git writes `a => b`, or with the folders both have in common `folders/{a => b}`. */
function isMoveTo(move: string, path: string): boolean {
  if (move.endsWith(` => ${path}`)) return true;
  const start = move.indexOf('{');
  const folders = path.slice(0, start);
  return start > 0 && move.startsWith(folders) && move.endsWith(` => ${path.slice(start)}}`);
}

function assertRegular(mode: string): void {
  if (mode !== '100644' && !isExecutable(mode)) throw new PatchRefusedError('link', mode);
}

function isExecutable(mode: string): boolean {
  return mode === '100755';
}
