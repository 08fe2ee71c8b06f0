import type { Inline } from './ast.ts';

interface Opener {
  readonly width: 1 | 2;
  readonly nodes: Inline[];
}

/** Pairs the stars of `*italic*` and `**bold**` while a line is read from left to right, each star looked at once. */
export class EmphasisStack {
  readonly #root: Inline[] = [];
  readonly #openers: Opener[] = [];
  readonly #open = { 1: 0, 2: 0 };

  text(text: string): void {
    this.push({ kind: 'text', text });
  }

  push(node: Inline): void {
    this.#nodes().push(node);
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
    while (sides.canOpen && left > 0) {
      const width = left >= 2 ? 2 : 1;
      this.#openers.push({ width, nodes: [] });
      this.#open[width] += 1;
      left -= width;
    }
    if (left > 0) this.text('*'.repeat(left));
  }

  /** Ends the block: what was never closed is text. */
  finish(): Inline[] {
    while (this.#openers.length > 0) this.#dropOpener();
    return this.#root;
  }

  #nodes(): Inline[] {
    return this.#openers.at(-1)?.nodes ?? this.#root;
  }

  #closable(left: number): 1 | 2 | undefined {
    const top = this.#openers.at(-1)?.width;
    if (left >= 3 && top !== undefined) return top;
    if (left >= 2 && this.#open[2] > 0) return 2;
    return left !== 2 && this.#open[1] > 0 ? 1 : undefined;
  }

  #close(width: 1 | 2): void {
    while (this.#openers.at(-1)?.width !== width) this.#dropOpener();
    const opener = this.#openers.pop();
    this.#open[width] -= 1;
    const children = opener?.nodes ?? [];
    if (children.length === 0) this.text('*'.repeat(width * 2));
    else this.push({ kind: width === 2 ? 'bold' : 'italic', children });
  }

  #dropOpener(): void {
    const opener = this.#openers.pop();
    if (opener === undefined) return;
    this.#open[opener.width] -= 1;
    const nodes = this.#nodes();
    nodes.push({ kind: 'text', text: '*'.repeat(opener.width) });
    for (const node of opener.nodes) nodes.push(node);
  }
}
