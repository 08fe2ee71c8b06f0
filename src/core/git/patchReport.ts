import { PatchRefusedError } from './errors.ts';
import { isExecutedByTools } from './executedFiles.ts';

/** A file that a patch changes. */
export interface PatchedFile {
  /** Relative to the root of the repository, with `/`; the new path after a rename or copy. */
  readonly path: string;
  /** Number of lines; absent for a binary file. */
  readonly added?: number;
  readonly removed?: number;
  readonly change: 'changed' | 'new' | 'deleted' | 'renamed' | 'copied';
  /** The old name, for a rename or copy. */
  readonly from?: string;
  /** The patch sets the mode 100755, or the file gets the mode of an executable file that it is made of. */
  readonly becomesExecutable: boolean;
}

type Change = Omit<PatchedFile, 'path' | 'added' | 'removed'>;

/**
 * Parses the answer of `git apply --check --numstat --summary -z --verbose`. Its output has one row per file, each ended
 * by NUL, then the summary in lines; its error output has one line per file, with both names of a section that has two.
 * With `--check` git resolves every mode, so the summary contains each new mode. Neither names nor modes are parsed from
 * the patch itself, because git accepts more spellings than a pattern finds.
 * @returns files whose `path` and `from` are all the names that git has for the patch
 * @throws {PatchRefusedError} `link` for any mode except regular files; `unclear` for output that cannot be parsed
 *   safely, and for a section that moves a file without saying so
 */
export function parsePatchReport(output: string, errorOutput: string): PatchedFile[] {
  const end = output.lastIndexOf('\0') + 1;
  const summary = output
    .slice(end)
    .split('\n')
    .filter((line) => line !== '');
  const names = [...errorOutput.matchAll(/^Checking patch (.*)\.\.\.$/gm)].map(([, name = '']) => name);
  const rows = parseRows(output.slice(0, end));
  const files = rows.map((row, index) => {
    const from = oldName(names[index], row.path);
    const change = takeChange(summary, from, row.path);
    const isExpected = change.change !== 'deleted' && isExpectedExecutable(errorOutput, from);
    return { ...row, ...change, becomesExecutable: change.becomesExecutable || isExpected };
  });
  if (summary.length > 0 || names.length !== rows.length)
    throw new PatchRefusedError('unclear', summary[0] ?? names[0]);
  return files;
}

/** @param names one name, or `old => new`; git quotes a name that contains `"` or `\` */
function oldName(names: string | undefined, path: string): string {
  const shown = /["\\]/.test(path) ? `"${path.replace(/["\\]/g, String.raw`\$&`)}"` : path;
  if (names === shown) return path;
  const old = names?.endsWith(` => ${shown}`) ? names.slice(0, -` => ${shown}`.length) : '';
  if (isUnclear(old)) throw new PatchRefusedError('unclear', names);
  return old.startsWith('"') ? old.slice(1, -1).replace(/\\(["\\])/g, '$1') : old;
}

/**
 * Whether the patch says of a file that it is executable already, and git finds that it is not. If the patch also names the
 * new mode, the file becomes executable, and the summary has no line for it.
 */
function isExpectedExecutable(errorOutput: string, name: string): boolean {
  const warnings = errorOutput.split('\n').filter((line) => line.startsWith(`warning: ${name} has type `));
  return warnings.some((line) => (Number.parseInt(/, expected (\d+)$/.exec(line)?.[1] ?? '', 8) & 0o111) !== 0);
}

function parseRows(output: string): Pick<PatchedFile, 'path' | 'added' | 'removed'>[] {
  const rows = output.split('\0').filter((row) => row !== '');
  return rows.map((row) => {
    const [, added = '', removed = '', path = ''] = /^(\d+|-)\t(\d+|-)\t(.+)$/s.exec(row) ?? [];
    if (isUnclear(path)) throw new PatchRefusedError('unclear', row);
    return added === '-' ? { path } : { path, added: Number(added), removed: Number(removed) };
  });
}

/** A line break could forge a line of the summary; a name that is not UTF-8 would refer to another file. */
function isUnclear(name: string): boolean {
  return name === '' || /[\p{Cc}\ufffd]/u.test(name);
}

/** Removes the lines of one file from the summary, which is in the order of the rows. Unchanged modes have no line. */
function takeChange(summary: string[], from: string, path: string): Change {
  const [line = ''] = summary;
  const [, kind, move] = /^ (rename|copy) (.+) \(\d+%\)$/.exec(line) ?? [];
  if (from !== path) {
    // Without a rename or copy line, git deletes the file of the old name.
    if (move !== moveText(from, path)) throw new PatchRefusedError('unclear', `${from} => ${path}`);
    summary.shift();
    return { change: kind === 'rename' ? 'renamed' : 'copied', from, becomesExecutable: takeMode(summary, '') };
  }
  const [, act, mode = '', made] = /^ (create|delete) mode (\d+) (.+)$/.exec(line) ?? [];
  if (made === path) {
    summary.shift();
    assertRegular(mode);
    return act === 'create'
      ? { change: 'new', becomesExecutable: isExecutable(mode) }
      : { change: 'deleted', becomesExecutable: false };
  }
  const isRewrite = /^ rewrite (.+) \(\d+%\)$/.exec(line)?.[1] === path;
  if (isRewrite) summary.shift();
  return { change: 'changed', becomesExecutable: takeMode(summary, isRewrite ? '' : ` ${path}`) };
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

/** Both names as git writes them: `a => b`, or with common folders `folders/{a => b}`. */
function moveText(from: string, path: string): string {
  const old = from.split('/');
  const now = path.split('/');
  let depth = 0;
  while (depth < Math.min(old.length, now.length) - 1 && old[depth] === now[depth]) depth += 1;
  const move = [old, now].map((parts) => parts.slice(depth).join('/')).join(' => ');
  return depth === 0 ? move : `${now.slice(0, depth).join('/')}/{${move}}`;
}

function assertRegular(mode: string): void {
  if (mode !== '100644' && !isExecutable(mode)) throw new PatchRefusedError('link', mode);
}

function isExecutable(mode: string): boolean {
  return mode === '100755';
}

/**
 * Parses symbolic links and submodules from the output of `git ls-files --stage -z`; paths from the root, with `/`. The
 * index also knows those that the file system does not show: a link is an ordinary file on Windows, and a missing
 * submodule is an empty folder.
 */
export function parseIndexLinks(output: string): string[] {
  return output.split('\0').flatMap((entry) => {
    const [, mode, path = ''] = /^(\d+) [0-9a-f]+ \d\t(.+)$/s.exec(entry) ?? [];
    return mode === undefined || mode === '100644' || mode === '100755' ? [] : path;
  });
}

/** Whether a path is a link or is below one. Case is ignored, because some file systems ignore it. */
export function isAtLink(path: string, links: readonly string[]): boolean {
  const folded = `${path}/`.toLowerCase();
  return links.some((link) => folded.startsWith(`${link}/`.toLowerCase()));
}

/** A file of a patch for the review before it is applied. */
export interface ReviewedFile extends PatchedFile {
  /** Tools or the system execute it or read it as configuration, by its name or mode. */
  readonly isExecuted: boolean;
}

interface PatchCounts {
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  /** Number of files per kind of change, without zeros. */
  readonly changes: ReadonlyMap<PatchedFile['change'] | 'executable', number>;
}

/** Sorts files for review: executed files first. */
export function reviewOrder(files: readonly PatchedFile[], executable: ReadonlySet<string>): ReviewedFile[] {
  const reviewed = files.map((file) => ({
    ...file,
    isExecuted: file.becomesExecutable || executable.has(file.path) || isExecutedByTools(file.path),
  }));
  return reviewed.toSorted((a, b) => Number(b.isExecuted) - Number(a.isExecuted));
}

export function countPatch(files: readonly PatchedFile[]): PatchCounts {
  const changes = new Map<PatchedFile['change'] | 'executable', number>();
  let added = 0;
  let removed = 0;
  for (const file of files) {
    added += file.added ?? 0;
    removed += file.removed ?? 0;
    for (const change of [file.change, ...(file.becomesExecutable ? (['executable'] as const) : [])]) {
      changes.set(change, (changes.get(change) ?? 0) + 1);
    }
  }
  return { files: files.length, added, removed, changes };
}
