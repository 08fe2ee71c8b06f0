/** A version of a file. */
export interface FileVersion {
  /** The full commit id. */
  readonly commit: string;
  readonly author: string;
  /** ISO 8601. */
  readonly committedAt: string;
  /** The first paragraph of the commit message in one line. Not trusted. */
  readonly subject: string;
  /** The path in that commit, relative to the root of the repository, separated by `/`. */
  readonly path: string;
}

/** The format of `git log -z --name-only` that `parseFileHistory` reads. */
export const historyFormat = '%H%x00%an%x00%cI%x00%s';

/**
 * Parses `git log --follow -z --name-only` in `historyFormat`, newest first. Git lists no name for a merge: it has the
 * name of the next newer commit.
 * @param path the current path
 */
export function parseFileHistory(output: string, path: string): readonly FileVersion[] {
  const fields = output.split('\0');
  const versions: FileVersion[] = [];
  for (let at = 0; at + 3 < fields.length; ) {
    const [commit = '', author = '', committedAt = '', subject = '', name] = fields.slice(at, at + 5);
    // A name follows an empty line, a commit does not.
    const hasName = name?.startsWith('\n') === true;
    const pathThen = hasName ? name.slice(1) : (versions.at(-1)?.path ?? path);
    versions.push({ commit, author, committedAt, subject, path: pathThen });
    at += hasName ? 5 : 4;
  }
  return versions;
}
