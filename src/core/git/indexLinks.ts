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
