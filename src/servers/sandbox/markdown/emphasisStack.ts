import type { Inline } from './ast.ts';

interface Opener {
  readonly width: 1 | 2;
  /** Where its stars stand as text until they are closed. */
  readonly at: number;
}

/** More marks than this inside one another are text: nobody reads them, and rendering would not come back. */
const maxOpen = 64;

/** Pairs the stars of `*italic*` and `**bold**` while a block is read from left to right, each star looked at once. */
export class EmphasisStack {
  readonly #nodes: Inline[] = [];
  readonly #openers: Opener[] = [];
  readonly #open = { 1: 0, 2: 0 };

  text(text: string): void {
    this.push({ kind: 'text', text });
  }

  push(node: Inline): void {
    this.#nodes.push(node);
  }

  /** A run of stars: it closes what it can, then opens, and what is left over is text. */
  stars(count: number, sides: { canClose: boolean; canOpen: boolean }): void {
    let left = count;
    while (sides.canClose && left > 0) {
      const width = this.#closable(left);
      if (width === undefined) break;
      this.#close(width);
      left -= width;
    }
    while (sides.canOpen && left > 0 && this.#openers.length < maxOpen) {
      const width = left >= 2 ? 2 : 1;
      this.#openers.push({ width, at: this.#nodes.length });
      this.#open[width] += 1;
      this.text('*'.repeat(width));
      left -= width;
    }
    if (left > 0) this.text('*'.repeat(left));
  }

  /** Ends the block: stars that were never closed are the text they stand as. */
  finish(): Inline[] {
    return this.#nodes;
  }

  #closable(left: number): 1 | 2 | undefined {
    const top = this.#openers.at(-1)?.width;
    if (left >= 3 && top !== undefined) return top;
    if (left >= 2 && this.#open[2] > 0) return 2;
    return left !== 2 && this.#open[1] > 0 ? 1 : undefined;
  }

  #close(width: 1 | 2): void {
    let opener = this.#openers.pop();
    while (opener !== undefined) {
      this.#open[opener.width] -= 1;
      if (opener.width === width) break;
      opener = this.#openers.pop();
    }
    if (opener === undefined) return;
    const [stars, ...children] = this.#nodes.splice(opener.at);
    if (stars !== undefined && children.length === 0) this.#nodes.push(stars, stars);
    else this.push({ kind: width === 2 ? 'bold' : 'italic', children });
  }
}
