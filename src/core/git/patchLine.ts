import { hunkNumbers } from './patchFormat.ts';

const isHead = (line: string): boolean => hunkNumbers(line) !== undefined;

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
  const [older, olderCount, newer, newerCount] = hunkNumbers(above[headAt] ?? '') ?? [0, 0, 0, 0];
  const isFirst = (at: number): boolean => /^--- /.test(above[at - 2] ?? '') && /^\+\+\+ /.test(above[at - 1] ?? '');
  const fileAt = above.findLastIndex((each, at) => isHead(each) && isFirst(at));
  const passed = above.slice(headAt + 1);
  const [inOld, inNew] = [/^[+\\]/, /^[-\\]/].map((other) => passed.filter((each) => !other.test(each)).length);
  if (fileAt < 0 || inOld === undefined || inNew === undefined) return undefined;
  if (inOld >= olderCount && inNew >= newerCount) return undefined;
  const names = [above[fileAt - 1], above[fileAt - 2]].map((name = '') =>
    name.replace(/^(?:---|\+\+\+) "?(?:[ab]\/)?/, '').replace(/["\t].*$/, ''),
  );
  const path = names.find((name) => name !== '/dev/null') ?? '';
  return { path, line: text.startsWith('-') ? older + inOld : newer + inNew };
}
