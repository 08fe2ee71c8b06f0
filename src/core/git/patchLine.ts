const headPattern = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const isHead = (line = ''): boolean => headPattern.test(line);

/**
 * Where a line of a patch is in its file: in the new one, or a removed line in the old one.
 * @param line 1-based
 * @returns the name, as the patch has it, which is not trusted, and the 1-based line; `undefined` outside of the hunks
 */
export function placeInPatch(
  patch: string,
  line: number,
): { readonly path: string; readonly line: number } | undefined {
  const above = patch.split('\n', line);
  const text = above.pop() ?? '';
  const headAt = above.findLastIndex(isHead);
  const [, older = '', oldCount = '1', newer = '', newCount = '1'] = headPattern.exec(above[headAt] ?? '') ?? [];
  const isFirst = (at: number): boolean => /^--- /.test(above[at - 2] ?? '') && /^\+\+\+ /.test(above[at - 1] ?? '');
  const fileAt = above.findLastIndex((each, at) => isHead(each) && isFirst(at));
  const passed = above.slice(headAt + 1);
  const [inOld, inNew] = [/^[+\\]/, /^[-\\]/].map((other) => passed.filter((each) => !other.test(each)).length);
  if (fileAt < 0 || inOld === undefined || inNew === undefined) return undefined;
  if (inOld >= Number(oldCount) && inNew >= Number(newCount)) return undefined;
  const names = [above[fileAt - 1], above[fileAt - 2]].map((name = '') =>
    name.replace(/^(?:---|\+\+\+) "?(?:[ab]\/)?/, '').replace(/["\t].*$/, ''),
  );
  const path = names.find((name) => name !== '/dev/null') ?? '';
  return { path, line: text.startsWith('-') ? Number(older) + inOld : Number(newer) + inNew };
}
