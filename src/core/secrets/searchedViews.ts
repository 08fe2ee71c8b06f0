import { endAt, isAt } from './matchAt.ts';
import { nextLine, patchEnd } from './patchLines.ts';
import { type TextView, ViewBuilder, wholeText, withoutLineStarts } from './textView.ts';

/** How often a string in a string is read: JSON in a string of a notebook, for instance. */
const maxNesting = 3;

/**
 * The texts to search in place of a text: without what stands before its lines (signs of a patch, prompts, numbers, marks
 * of comments and quotes, times of a log, colors), and with the escapes of strings and HTML read. A patch is searched as the
 * files after and before it.
 * @param signs the number of signs before each line where the text begins inside a patch, else 0
 */
export function* searchedViews(text: string, signs = 0): Generator<TextView> {
  const plain = text.includes(`${esc}[`) ? text.replace(color, (sequence) => ' '.repeat(sequence.length)) : text;
  let view: TextView | undefined = wholeText(plain);
  for (let depth = 0; depth < maxNesting && view !== undefined; depth++) {
    yield* withoutMarks(view, depth === 0 ? signs : 0);
    view = unescaped(view);
  }
}

const esc = '\u001b';
/** A control sequence of a terminal, as in the logs of programs that color them. */
const color = new RegExp(`${esc}\\[[\\d;:]*\\w`, 'g');

const anyMark = [
  '[+>|*#;]|<!--|\ufeff|\u00ef\u00bb\u00bf',
  '/{1,3}(?!/)',
  // A deleted line, a list, a comment or an option, also a deleted comment, and not the first line of a key.
  // Not an option on the next line of a command.
  String.raw`(?<!\\[ \t\r]{0,16}\n[^\n]{0,60})-{1,3}(?=-{5}BEGIN|[^-]|$)`,
  String.raw`\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?(?:[ \t]+\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR)\]?:?)?(?=[ \t])`,
  // Not the port of a .pgpass.
  String.raw`(?:[\w./\\-]{0,200}\.\w{1,5}:)?(?!(?:543\d|6432|6543|25060):)\d{1,6}(?:[:|\t]|[ \t]{1,4}[|│])|\d{1,3}[.)](?=[ \t])`,
  String.raw`(?:[\w.-]{1,32}@[\w.-]{1,64}:[\w~./-]{0,80}|[a-z]{2,12}|PS [A-Z]:[\w\\ .-]{0,80})[$#%>]{1,3}(?=[ \t])`,
  String.raw`\$(?![{(])|%(?=[ \t])|(?![a-z_-]{0,30}(?:pass(?:word|wd)?|pwd|secret|token|key)[ \t]*\|)[a-z][a-z_-]{0,30}\d{0,3}[ \t]{0,20}\|(?=[ \t])`,
].join('|');
/** A line of a key can begin with signs of Base64: they are no second mark. */
const marks = `[ \\t]*(?:${anyMark})(?:[ \\t]*(?![+/][A-Za-z\\d+/=]{16,}[ \\t]*\\r?$)(?:${anyMark}))*`;
const patchHead = String.raw`(@@+) -\d[^\n]*\1[^\n]*(?:\n|$)|[ \t>]*(\x60{3,}|~{3,})(?:diff|patch)(?![\w-])[^\n]*(?:\n|$)`;
const lineStart = new RegExp(`${patchHead}|${marks}`, 'my');
const marksHere = new RegExp(marks, 'my');
/** What a mark begins with, and the words before a prompt, the line of a file, or a line of a container. */
const mayBeMark =
  /[ \t]*(?![ \t])(?:\ufeff|[^\w\s"'`(){}[\].,:?!&^=\\@]|\d|\[\d|@@|`{3}|PS |[\w./\\-]+(?![\w./\\-])[ \t]*(?:[@$#%>|]|:\d))/y;
const markedLine = new RegExp(`^(?<![\\r\\u2028\\u2029])(?=${mayBeMark.source})${marks}`, 'gm');
/** Without these, all lines are treated alike. */
const mayBePatch = /^@@+ -\d|(?:`{3}|~{3})(?:diff|patch)/m;
const keyHead = /-----BEGIN (?:[A-Z\d ]{0,60}PRIVATE KEY|OpenVPN Static key)|\bPrivate-Lines: \d/g;
const keyLine = /[ \t]*[A-Za-z\d+/=]{6,}[^\w\n]{0,99}$/my;
const maxKeyLength = 32_768;

/** The text after and before the patches in it; the same view if nothing stands before its lines. */
function withoutMarks(source: TextView, signs: number): readonly TextView[] {
  const { text } = source;
  const keyHeads = [...text.matchAll(keyHead)].map(({ index }) => index);
  if (signs === 0 && keyHeads.length === 0 && !mayBePatch.test(text)) return [withoutLineStarts(source, markedLine)];
  const patch: Patch = { text, after: new ViewBuilder(source), before: new ViewBuilder(source), hasRemoved: false };
  const keyMark = findKeyMarks(text, keyHeads);
  let kept = signs > 0 ? addPatch(patch, 0, signs) : 0;
  let isMarked = signs > 0;
  for (let at = kept, next = kept; at < text.length; at = next) {
    next = nextLine(text, at);
    const keyStart = keyMark(at);
    if (keyStart === undefined && !isAt(mayBeMark, text, at)) continue;
    lineStart.lastIndex = at;
    const start = lineStart.exec(text) ?? [];
    const end = keyStart ?? lineStart.lastIndex;
    if (end <= at) continue;
    patch.after.add(kept, at);
    isMarked = true;
    kept = end;
    const [, hunk, fence = hunk] = start;
    if (fence === undefined) continue;
    next = addPatch(patch, kept, hunk === undefined ? 1 : hunk.length - 1);
    kept = next;
  }
  if (!isMarked) return [source];
  patch.after.add(kept, text.length);
  return [patch.after, ...(patch.hasRemoved ? [patch.before] : [])].map((each) => each.build());
}

interface Patch {
  readonly text: string;
  readonly after: ViewBuilder;
  readonly before: ViewBuilder;
  hasRemoved: boolean;
}

/** Adds the lines of a patch without their signs and marks, and returns the end of the patch. */
function addPatch(patch: Patch, from: number, signs: number): number {
  const { text, after, before } = patch;
  const end = patchEnd(text, from);
  for (let at = from; at < end; ) {
    const next = nextLine(text, at);
    const sign = text.slice(at, Math.min(at + signs, next));
    const bare = at + sign.length;
    const start = isAt(keyLine, text, bare) ? bare : endAt(marksHere, text, bare);
    if (sign.includes('-')) patch.hasRemoved = true;
    else after.add(start, next);
    if (!sign.includes('+')) before.add(start, next);
    at = next;
  }
  return end;
}

/**
 * Finds for lines, in their order, where the text of a key begins in them: a line of a key has what stands before
 * its first line, with other numbers, and more signs that look like marks are its own. `undefined` for other lines.
 */
function findKeyMarks(text: string, heads: readonly number[]): (lineStart: number) => number | undefined {
  let next = 0;
  return (at) => {
    while ((heads[next] ?? at) < at) next++;
    const head = heads[next - 1];
    if (head === undefined || at - head > maxKeyLength) return undefined;
    const start = text.lastIndexOf('\n', head) + 1;
    const bare = at + head - start;
    const line = bare - at < 200 && formOf(text, at, bare) === formOf(text, start, head) ? bare : at;
    if (isAt(keyLine, text, line)) return line;
    return line > at ? endAt(marksHere, text, line) : undefined;
  };
}

/** The same for the numbers of two lines, also of grep, which has another sign for the lines after the found one. */
const formOf = (text: string, from: number, to: number): string =>
  text.slice(from, to).replace(/\d/g, '0').replaceAll(':', '-');

/**
 * What shows that a line has escapes or invisible characters (in UTF-8 too) that hide a name or a value, and each of them.
 */
const escapedLine =
  /\\[nrt"'_*`/]|\\u00|&(?:quot|amp|lt|#)|<br[ />]|[\u200b\u2060]|\u00e2\u0080\u008b|(?:""|'')(?:\w|(?<=\w..))/g;
const anyEscape =
  /(?:\\n",\s{1,80}"|<br ?\/?>)()|\\(?:([nrt])|u00([\da-fA-F]{2})|([^\w\s]))|&(?:(quot|amp|lt|gt|apos|nbsp)|#(\d{2,3})|#x([\da-fA-F]{2}));|[\u200b\u2060]|\u00e2\u0080\u008b|(["'])\8(?:(?=[^\s"',;:)}\]])|(?<=[^\s"',;:({[]..))/g;
const characters: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  quot: '"',
  amp: '&',
  lt: '<',
  gt: '>',
  apos: "'",
  nbsp: ' ',
};

/** The lines with escapes, as the strings and the HTML in them are read. `undefined` without such lines. */
function unescaped(source: TextView): TextView | undefined {
  const { text } = source;
  const view = new ViewBuilder(source);
  let hasEscapes = false;
  escapedLine.lastIndex = 0;
  for (let found = escapedLine.exec(text); found !== null; found = escapedLine.exec(text)) {
    let end = nextLine(text, found.index);
    while (end < text.length && /\\n",\s*$/.test(text.slice(end - 8, end))) end = nextLine(text, end);
    let at = text.lastIndexOf('\n', found.index) + 1;
    const lineStart = at;
    for (const match of text.slice(lineStart, end).matchAll(anyEscape)) {
      const index = lineStart + match.index;
      view.add(at, index);
      at = index + match[0].length;
      view.add(index, at, readEscape(match));
    }
    view.add(at, end);
    escapedLine.lastIndex = end;
    hasEscapes = true;
  }
  return hasEscapes ? view.build() : undefined;
}

/** The lines of a notebook are one string each, and those in a table end with an element. CSV and SQL double a quote. */
function readEscape([whole, line, letter, hexadecimal, sign, name, decimal, entity, quote]: RegExpMatchArray): string {
  if (/^[\u200b\u2060\u00e2]/.test(whole)) return '';
  if (line !== undefined) return '\n';
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? entity ?? '', 16) : Number(decimal);
  return sign ?? quote ?? characters[letter ?? name ?? ''] ?? String.fromCharCode(code);
}
