import xterm, { type IBuffer, type IBufferLine, type IMarker } from '@xterm/headless';
import type { Clock } from '../base/clock.ts';

/** Wider than terminals, because the width of the real one is not known: a longer line continues in the next row. */
const columns = 512;
/** More than a terminal has, unless the output names rows by their number. */
const defaultRows = 100;
const fewestRows = 24;
const mostRows = 200;
/** Read between two turns of the event loop. Each of its characters may end a line. */
const sliceCharacters = 2048;
/** Beyond it, a sequence that repeats itself is ignored: it would keep the extension host busy for minutes. */
const maxCount = 1000;
const maxResets = 20;
const repeating = '@ILMPSTXZb';

const esc = '\u001b';
// Built from parts, because the source must not contain control characters.
const addressedRow = new RegExp(`${esc}\\[(?:(\\d{1,4})(?:;\\d*)?[Hfd]|\\d*;(\\d{1,4})r)`, 'g');

/**
 * What a terminal shows for the output of a program, and above it what has left the screen: `@xterm/headless` is the
 * terminal of VS Code without a window. `undefined` if it takes longer than `limitMs`.
 */
export async function screenText(
  data: string,
  clock: Pick<Clock, 'now'>,
  limitMs: number,
): Promise<string | undefined> {
  const lastMs = clock.now() + limitMs;
  const rows = rowsOf(data);
  const options = { cols: columns, rows: rows ?? defaultRows, scrollback: 2 * sliceCharacters, convertEol: true };
  const terminal = new xterm.Terminal({ ...options, allowProposedApi: true, logLevel: 'off' });
  const texts: string[] = [];
  const forget = (isAll: boolean): false => {
    if (isAll) texts.length = 0;
    return false;
  };
  terminal.parser.registerCsiHandler({ final: 'J' }, ([form]) => forget(form === 3));
  let resets = 0;
  terminal.parser.registerEscHandler({ final: 'c' }, () => {
    resets += 1;
    return forget(true) || resets > maxResets;
  });
  for (const final of repeating)
    terminal.parser.registerCsiHandler({ final }, (counts) => counts.some((count) => Number(count) > maxCount));
  const { normal } = terminal.buffer;
  /** The last row that has left the screen and is in `texts`. */
  let taken: IMarker | undefined;
  for (let at = 0; at < data.length; at += sliceCharacters) {
    if (clock.now() > lastMs) return undefined;
    await new Promise<void>((resolve) => terminal.write(data.slice(at, at + sliceCharacters), resolve));
    // An editor or a pager leaves it as it is.
    if (terminal.buffer.active !== normal || normal.baseY === 0) continue;
    addRows(normal, { start: rowAfter(taken), end: normal.baseY }, texts);
    taken?.dispose();
    taken = terminal.registerMarker(-normal.cursorY - 1);
  }
  addRows(normal, { start: rowAfter(taken), end: normal.length }, texts);
  terminal.dispose();
  // With rows by number, the output begins where the screen of the real terminal was.
  return texts.join('\n').replace(rows === undefined ? /\n*$/ : /^\n+|\n*$/g, '');
}

/** The rows of the real terminal, as far as its output names them by their number. */
function rowsOf(data: string): number | undefined {
  const named = [...data.matchAll(addressedRow)].map(([, row, last]) => Number(row ?? last));
  const used = named.filter((row) => row > 1 && row <= mostRows);
  return used.length === 0 ? undefined : Math.max(fewestRows, ...used);
}

/** All columns, but for the empty one that is left by a wide character that did not fit. */
function wholeRow(line: IBufferLine): string {
  const last = line.getCell(columns - 1);
  const isShort = last?.getChars() === '' && last.getWidth() === 1;
  return line.translateToString(false, 0, isShort ? columns - 1 : columns);
}

/** The first row if the one that is marked was deleted. */
function rowAfter(taken: IMarker | undefined): number {
  return taken === undefined || taken.isDisposed ? 0 : taken.line + 1;
}

/** Adds rows above `end`. A row that continues a longer line belongs to the one before. */
function addRows(
  buffer: IBuffer,
  { start, end }: { readonly start: number; readonly end: number },
  texts: string[],
): void {
  for (let y = start; y < end; y += 1) {
    const line = buffer.getLine(y);
    if (line === undefined) return;
    const isContinued = buffer.getLine(y + 1)?.isWrapped === true;
    const shown = isContinued ? wholeRow(line) : line.translateToString(true).trimEnd();
    if (line.isWrapped && texts.length > 0) texts.push(`${texts.pop()}${shown}`);
    else texts.push(shown);
  }
}
