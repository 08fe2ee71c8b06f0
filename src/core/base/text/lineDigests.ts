import { textLines } from './textLines.ts';

// Two polynomials below 2^26, so that all products are exact and a digest is one number.
const modulusA = 67_108_859;
const modulusB = 67_108_837;
const baseA = 8_388_593;
const baseB = 4_194_301;

/** The powers of a base, as far as they were needed. */
interface Powers {
  readonly base: number;
  readonly modulus: number;
  readonly known: number[];
}

const powersA: Powers = { base: baseA, modulus: modulusA, known: [1] };
const powersB: Powers = { base: baseB, modulus: modulusB, known: [1] };

function powerOf({ base, modulus, known }: Powers, exponent: number): number {
  for (let next = known.length; next <= exponent; next += 1) known.push(((known[next - 1] ?? 1) * base) % modulus);
  return known[exponent] ?? 1;
}

/**
 * Digests of runs of lines, each in constant time, which find lines again without their text. Indentation, other white
 * space at the edges of lines, and line breaks are ignored. A digest has 52 bits, that of a single line 32: other lines may
 * have the same by chance or on purpose, so it is no proof.
 */
export class LineDigests {
  readonly count: number;
  readonly #a: Float64Array;
  readonly #b: Float64Array;

  constructor(lines: readonly string[]) {
    this.count = lines.length;
    [this.#a, this.#b] = [new Float64Array(lines.length + 1), new Float64Array(lines.length + 1)];
    let a = 0;
    let b = 0;
    for (let at = 0; at < lines.length; at += 1) {
      const hash = hashOf(lines[at]?.trim() ?? '');
      a = (a * baseA + hash) % modulusA;
      b = (b * baseB + hash) % modulusB;
      this.#a[at + 1] = a;
      this.#b[at + 1] = b;
    }
  }

  /** The digest of some lines. `undefined` if the text does not have them. @param startLine 1-based */
  of(startLine: number, lineCount: number): number | undefined {
    const from = startLine - 1;
    const to = from + lineCount;
    if (from < 0 || lineCount < 1 || to > this.count) return undefined;
    const a = at0(this.#a, to) - ((at0(this.#a, from) * powerOf(powersA, lineCount)) % modulusA);
    const b = at0(this.#b, to) - ((at0(this.#b, from) * powerOf(powersB, lineCount)) % modulusB);
    return (a < 0 ? a + modulusA : a) * modulusB + (b < 0 ? b + modulusB : b);
  }
}

/** The digest of all lines of a text; a line break at its end begins no line. */
export function digestOfLines(text: string): { readonly lineCount: number; readonly digest: number } {
  const lines = textLines(text.replace(/\r?\n$/, '')).map((line) => line.text);
  return { lineCount: lines.length, digest: new LineDigests(lines).of(1, lines.length) ?? 0 };
}

function at0(table: Float64Array, at: number): number {
  return table[at] ?? 0;
}

/** FNV-1a, 32 bits. */
function hashOf(line: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < line.length; at += 1) hash = Math.imul(hash ^ line.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
