/** Keeps the end of a growing text, so that long output needs limited memory. */
export class TextTail {
  readonly #maxLength: number;
  readonly #parts: string[] = [];
  #length = 0;
  isCut = false;

  /** @param maxLength in UTF-16 units; up to twice as much is buffered */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  add(part: string): void {
    this.#parts.push(part);
    this.#length += part.length;
    if (this.#length > 2 * this.#maxLength) this.#shorten();
  }

  /** The text; if the start was cut off, from the first complete line. */
  get text(): string {
    if (this.#length > this.#maxLength) this.#shorten();
    const text = this.#parts.join('');
    return this.isCut ? text.slice(text.indexOf('\n') + 1) : text;
  }

  #shorten(): void {
    const end = this.#parts.join('').slice(-this.#maxLength);
    this.#parts.splice(0, Infinity, end);
    this.#length = end.length;
    this.isCut = true;
  }
}
