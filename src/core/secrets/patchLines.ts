/** The beginning of the next line. */
export const nextLine = (text: string, at: number): number => text.indexOf('\n', at) + 1 || text.length;

/** The end of the lines that begin with a sign of a patch. */
export function patchEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && /[ +\-\\\r\n]/.test(text.charAt(at))) at = nextLine(text, at);
  return at;
}

/** The paths of the files in the patches of a text, old names included. */
export function patchPaths(text: string): readonly string[] {
  const heads = text.matchAll(
    /^[ \t>]*(?:(?:---|\+\+\+) "?[ab]\/|rename (?:from|to) "?)([^\t\r\n"]{1,1024})(?=[\t\r\n"])/gm,
  );
  return [...new Set([...heads].map(([, path = '']) => path))];
}

/** The number of signs before each line after a text, which begins with so many; 0 after the end of the last patch. */
export function signsAfter(text: string, signs: number): number {
  const at = text.lastIndexOf('\n@@');
  const head = /^(@@+) -\d[^\n]*\1[^\n]*(?:\n|$)/.exec(at < 0 ? text : text.slice(at + 1));
  const from = head === null ? 0 : Math.max(0, at + 1) + head[0].length;
  const now = head?.[1] === undefined ? signs : head[1].length - 1;
  return now > 0 && patchEnd(text, from) === text.length ? now : 0;
}
