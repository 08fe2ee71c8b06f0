import { endAt } from './matchAt.ts';
import type { TextRange } from './secretFinding.ts';

/** A text that is searched in place of another, with the places there. */
export interface TextView {
  readonly text: string;
  /** The range of the other text. */
  rangeOf(range: TextRange): TextRange;
}

/** The text itself. */
export function wholeText(text: string): TextView {
  return { text, rangeOf: (range) => range };
}

/**
 * The text without what a pattern matches at the beginning of its lines.
 * @param pattern with the flags `gm`; matches no end of a line
 */
export function withoutLineStarts(source: TextView, pattern: RegExp): TextView {
  const { text } = source;
  const rest = text.replace(pattern, '');
  if (rest.length === text.length) return source;
  const here = new RegExp(pattern.source, 'my');
  // The beginnings of the same line in both texts. Only for what is found, so that its lines are counted, and none is kept.
  let line = 0;
  let sourceLine = 0;
  const sourceOf = (offset: number): number => {
    if (offset < line) line = sourceLine = 0;
    for (let end = rest.indexOf('\n', line); end >= 0 && end < offset; end = rest.indexOf('\n', line)) {
      line = end + 1;
      sourceLine = text.indexOf('\n', sourceLine) + 1;
    }
    return endAt(here, text, sourceLine) + offset - line;
  };
  return {
    text: rest,
    rangeOf: ({ start, end }) =>
      source.rangeOf({ start: sourceOf(start), end: sourceOf(Math.max(start, end - 1)) + Math.min(1, end - start) }),
  };
}

interface Piece {
  /** The offset in the view, and the range of the source. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** Stands for other characters, as the escape of one does. */
  readonly isReplaced: boolean;
}

/** Makes a view of pieces of a text, in its order. */
export class ViewBuilder {
  readonly #source: TextView;
  readonly #separator: string;
  readonly #texts: string[] = [];
  readonly #pieces: Piece[] = [];
  #length = 0;

  /** @param separator stands between the pieces */
  constructor(source: TextView, separator = '') {
    this.#source = source;
    this.#separator = separator;
  }

  /** Adds a part of the source, with `replacement` in its place if there is one. */
  add(from: number, to: number, replacement?: string): void {
    const text = replacement ?? this.#source.text.slice(from, to);
    if (text === '') return;
    this.#pieces.push({ at: this.#length, from, to, isReplaced: replacement !== undefined });
    this.#texts.push(text);
    this.#length += text.length + this.#separator.length;
  }

  build(): TextView {
    const rangeOf = ({ start, end }: TextRange): TextRange => {
      const first = this.#pieceAt(start);
      const last = this.#pieceAt(Math.max(start, end - 1));
      return this.#source.rangeOf({
        start: first.isReplaced ? first.from : first.from + start - first.at,
        end: last.isReplaced ? last.to : last.from + end - last.at,
      });
    };
    return { text: this.#texts.join(this.#separator), rangeOf };
  }

  #pieceAt(offset: number): Piece {
    let low = 0;
    let high = this.#pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#pieces[middle]?.at ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return this.#pieces[low] ?? { at: 0, from: 0, to: 0, isReplaced: false };
  }
}
