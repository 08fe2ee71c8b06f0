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

/** The text without what a global pattern matches. The places are looked up when one is asked for, as few texts have any. */
export function withoutMatches(source: TextView, pattern: RegExp): TextView {
  const { text } = source;
  const rest = text.replace(pattern, '');
  if (rest.length === text.length) return source;
  let view: TextView | undefined;
  const build = (): TextView => {
    const builder = new ViewBuilder(source);
    let at = 0;
    for (const { 0: match, index } of text.matchAll(pattern)) {
      builder.add(at, index);
      at = index + match.length;
    }
    builder.add(at, text.length);
    return builder.build();
  };
  return {
    text: rest,
    rangeOf: (range) => {
      view ??= build();
      return view.rangeOf(range);
    },
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
