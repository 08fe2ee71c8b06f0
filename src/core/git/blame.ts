/** Lines as `git blame --incremental` lists them. */
export interface BlamedLines {
  /** The full id; zeros for lines that are not committed. */
  readonly commit: string;
  readonly count: number;
  readonly author: string;
  /** After `.mailmap`. */
  readonly email: string;
}

/** Parses the output of `git blame --incremental`, which states the author of a commit once. */
export function parseBlame(output: string): readonly BlamedLines[] {
  const authors = new Map<string, { author: string; email: string }>();
  const blamed: { readonly commit: string; readonly count: number }[] = [];
  let known = { author: '', email: '' };
  for (const line of output.split('\n')) {
    const [, commit, count] = /^([0-9a-f]{40,64}) \d+ \d+ (\d+)$/.exec(line) ?? [];
    if (commit !== undefined) {
      known = authors.get(commit) ?? { author: '', email: '' };
      authors.set(commit, known);
      blamed.push({ commit, count: Number(count) });
    } else if (line.startsWith('author ')) known.author = line.slice('author '.length);
    else if (line.startsWith('author-mail ')) known.email = line.slice('author-mail '.length).replace(/^<|>$/g, '');
  }
  return blamed.map((lines) => ({ ...lines, ...(authors.get(lines.commit) ?? known) }));
}
