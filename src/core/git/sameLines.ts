/**
 * Whether a text holds, at these very line numbers, the same lines as another. Line ends and a byte order mark have no
 * say: git may store other ones than the disk holds.
 * @param range 1-based, both inclusive
 */
export function holdsSameLines(
  text: string,
  other: string,
  { startLine, endLine }: { readonly startLine: number; readonly endLine: number },
): boolean {
  const [mine, theirs] = [linesOf(text), linesOf(other)];
  if (startLine < 1 || endLine > theirs.length) return false;
  for (let line = startLine; line <= endLine; line++) {
    if (mine[line - 1] === undefined || mine[line - 1] !== theirs[line - 1]) return false;
  }
  return true;
}

function linesOf(text: string): readonly string[] {
  return text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
}
