/**
 * The links and submodules among what `git ls-files --stage -z` writes, from the root with `/`. The index knows them also
 * where the disk does not: a link is an ordinary file on Windows, and a submodule that was not fetched an empty folder.
 */
export function parseIndexLinks(output: string): string[] {
  return output.split('\0').flatMap((entry) => {
    const [, mode, path = ''] = /^(\d+) [0-9a-f]+ \d\t(.+)$/s.exec(entry) ?? [];
    return mode === undefined || mode === '100644' || mode === '100755' ? [] : path;
  });
}

/** Whether a path is one of these, or lies below one. Upper and lower case count as one: some disks do not know them apart. */
export function isAtLink(path: string, links: readonly string[]): boolean {
  const folded = `${path}/`.toLowerCase();
  return links.some((link) => folded.startsWith(`${link}/`.toLowerCase()));
}
