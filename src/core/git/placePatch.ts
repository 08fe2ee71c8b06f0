import { type TextLine, textLines } from '../base/text/textLines.ts';

const contextLines = 3;

/** A patch in one place: what one text has in place of lines of the other, as git writes it. Empty without a difference. */
export function placePatch(path: string, before: string, after: string): string {
  const old = linesOf(before);
  const now = linesOf(after);
  const isSame = (one: TextLine | undefined, other: TextLine | undefined): boolean =>
    one !== undefined && one.text === other?.text && one.end === other.end;
  let head = 0;
  while (isSame(old[head], now[head])) head += 1;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && isSame(old.at(-1 - tail), now.at(-1 - tail))) tail += 1;
  if (head + tail === Math.max(old.length, now.length)) return '';
  const start = Math.max(0, head - contextLines);
  const lastOld = old.length - tail;
  const lastNow = now.length - tail;
  const rows = [
    ...old.slice(start, head).map((line) => row(' ', line)),
    ...old.slice(head, lastOld).map((line) => row('-', line)),
    ...now.slice(head, lastNow).map((line) => row('+', line)),
    ...old.slice(lastOld, lastOld + contextLines).map((line) => row(' ', line)),
  ];
  const after3 = Math.min(tail, contextLines);
  const range = (count: number): string => `${count === 0 ? start : start + 1},${count}`;
  const ranges = `-${range(lastOld + after3 - start)} +${range(lastNow + after3 - start)}`;
  return `--- a/${path}\n+++ b/${path}\n@@ ${ranges} @@\n${rows.join('')}`;
}

function row(sign: string, { text, end }: TextLine): string {
  return end === '' ? `${sign}${text}\n\\ No newline at end of file\n` : `${sign}${text}${end}`;
}

/** Without the empty line after the last line break. */
function linesOf(text: string): readonly TextLine[] {
  return textLines(text).filter(({ text: line, end }) => line !== '' || end !== '');
}

const maxCharacters = 100_000;

/** The lines that a patch of one place makes, with those around them. `undefined` for any other patch. */
export function patchedLines(patch: string) {
  const [, path, start = '', rows = ''] =
    /^--- [^\n]*\n\+\+\+ b\/([^\n]+)\n@@ -(\d{1,9})[^\n]*\n([\s\S]*)$/.exec(patch.slice(0, maxCharacters)) ?? [];
  if (path === undefined || patch.length > maxCharacters || /^(?:@@|diff) /m.test(rows)) return undefined;
  const lines = rows.split('\n').filter((line) => /^[ +]/.test(line));
  const startLine = Number(start);
  const code = lines.map((line) => line.slice(1)).join('\n');
  return { code, origin: { path: path.trim(), isUntitled: false, startLine, endLine: startLine + lines.length - 1 } };
}
