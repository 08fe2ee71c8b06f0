/** A file that a patch changes. */
export interface PatchedFile {
  /** From the root of the repository, with `/`. */
  readonly path: string;
  /** Lines; absent for a binary file. */
  readonly added?: number;
  readonly removed?: number;
}

/** Reads what `git apply --numstat -z` writes. */
export function parseNumstat(output: string): PatchedFile[] {
  return output.split('\0').flatMap((row) => {
    const [, added = '', removed = '', path = ''] = /^(\d+|-)\t(\d+|-)\t(.+)$/s.exec(row) ?? [];
    if (path === '') return [];
    return added === '-' ? { path } : { path, added: Number(added), removed: Number(removed) };
  });
}

/** A patch that makes or changes a link, or another repository within: what is behind it is not to be seen in the patch. */
export function changesLinks(patch: string): boolean {
  return /^(?:(?:new|deleted) file mode|(?:new|old) mode|index [0-9a-f.]+) 1[26]0000\r?$/m.test(patch);
}
