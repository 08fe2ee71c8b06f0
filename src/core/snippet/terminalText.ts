const esc = '\u001b';
const bell = '\u0007';
// Built from parts, because the source must not contain control characters.
const sequence = [
  `${esc}\\][^${bell}${esc}]*(?:${bell}|${esc}\\\\|$)`, // titles, links, marks of the shell integration
  `${esc}[PX^_][^${esc}]*(?:${esc}\\\\|$)`,
  `(?<csi>${esc}\\[(?<parameters>[0-?]*)[ -/]*(?<final>[@-~]|$))`,
  `${esc}[ -/]*(?:[0-~]|$)`,
].join('|');
const controls = '\\u0000-\\u001f\\u007f-\\u009f';
const tokens = new RegExp(`${sequence}|(?<control>[${controls}])|(?<text>[^${controls}]+)`, 'g');

/** A terminal line with the column of the cursor. */
class Line {
  readonly #characters: string[] = [];
  column = 0;

  write(text: string): void {
    for (const character of text) {
      while (this.#characters.length < this.column) this.#characters.push(' ');
      this.#characters[this.column] = character;
      this.column += 1;
    }
  }

  /** The forms of "erase in line": 0 to the end, 1 to the cursor, 2 the whole line. */
  erase(form: number): void {
    if (form === 0) this.#characters.length = Math.min(this.#characters.length, this.column);
    else this.#characters.fill(' ', 0, form === 1 ? this.column + 1 : undefined);
  }

  get text(): string {
    return this.#characters.join('').trimEnd();
  }
}

/** Terminals are not wider; only text goes further, in a long line. */
const maxColumn = 512;

/**
 * The text that a terminal shows for a program's output: without colours, titles and other sequences, and with
 * overwritten lines (such as progress bars) in their final state. Vertical cursor movement is ignored.
 */
export function terminalText(data: string): string {
  const texts: string[] = [];
  let line = new Line();
  for (const { groups } of data.matchAll(tokens)) {
    if (groups?.text !== undefined) line.write(groups.text);
    else if (groups?.control === '\n') {
      texts.push(line.text);
      line = new Line();
    } else if (groups?.control !== undefined) applyControl(line, groups.control);
    else if (groups?.csi !== undefined) move(line, groups.final ?? '', Number.parseInt(groups.parameters ?? '', 10));
  }
  return [...texts, line.text].join('\n');
}

function applyControl(line: Line, control: string): void {
  if (control === '\r') line.column = 0;
  else if (control === '\b') line.column = Math.max(0, line.column - 1);
  else if (control === '\t') line.column += 8 - (line.column % 8);
}

function move(line: Line, final: string, parameter: number): void {
  const count = Number.isNaN(parameter) ? 1 : parameter;
  const rightmost = Math.max(line.column, maxColumn);
  if (final === 'K') line.erase(Number.isNaN(parameter) ? 0 : parameter);
  else if (final === 'G') line.column = Math.min(Math.max(0, count - 1), rightmost);
  else if (final === 'C') line.column = Math.min(line.column + count, rightmost);
  else if (final === 'D') line.column = Math.max(0, line.column - count);
}
