/** The `-p` option of `git apply`: how many leading folders are removed from the names. */
export type Strip = 0 | 1;

/**
 * The values of `-p` to try, the more likely first: 1 if all names have a prefix as git writes them (`a/` and `b/`, or
 * those of `diff.mnemonicPrefix`); otherwise 0 first. This only avoids failed attempts: git and the user decide.
 */
export function stripsOf(patch: string): readonly Strip[] {
  const headers = [...patch.matchAll(/^diff --git (.+?)\r?$/gm)].map(([, names = '']) => names);
  const isPrefixed =
    headers.length > 0
      ? headers.every((names) => /^"?[aciow12]\/.* "?[bciow12]\//.test(names))
      : [...patch.matchAll(/^--- (.+?)\r?\n\+\+\+ (.+?)\r?$/gm)].every(
          ([, before = '', after = '']) => hasPrefix(before, 'aciow12') && hasPrefix(after, 'bciow12'),
        );
  return isPrefixed ? [1] : [0, 1];
}

function hasPrefix(name: string, prefixes: string): boolean {
  return name.startsWith('/dev/null') || new RegExp(`^"?[${prefixes}]/`).test(name);
}

/**
 * Whether git may use the blob ids of the patch for a three-way merge. Git also accepts revision names there, which
 * could copy any file of the repository into another.
 */
export function namesBlobs(patch: string): boolean {
  const lines = [...patch.matchAll(/^index (.*?)\r?$/gm)].map(([, names = '']) => names);
  return lines.length > 0 && lines.every((names) => /^[0-9a-f]{4,64}\.\.[0-9a-f]{4,64}(?: \d+)?$/.test(names));
}

/** 1-based, or 0 of an empty file, and the number of lines: in the old file, and in the new one. */
type HunkNumbers = [olderStart: number, olderCount: number, newerStart: number, newerCount: number];

/** The numbers in the header of a hunk of a unified diff: `@@ -1,7 +1,9 @@`. `undefined` for any other line. */
export function hunkNumbers(line: string): HunkNumbers | undefined {
  const found = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
  return found?.slice(1).map((digits = '1') => Number(digits)) as HunkNumbers | undefined;
}
