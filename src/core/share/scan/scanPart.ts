import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FilePart } from '../../api/filePart.ts';
import { throwIfAborted } from '../../base/errors.ts';
import type { SecretFinding } from './secretFinding.ts';
import { bytesPerUnit, headBytes, type TextForm, textFormOf, textOf } from './textEncoding.ts';

/** What was found in a file, by places in units of its form. */
export interface PartScan {
  readonly encoding: TextForm;
  readonly findings: readonly SecretFinding[];
  /** False when the search was given up after `mostFindings`. */
  readonly isComplete: boolean;
  /** Of the content that was searched. */
  readonly sha256: string;
}

type ScanText = (text: string) => readonly SecretFinding[];

/** A file with more is no source with a secret left in it; nobody reads on. */
export const mostFindings = 1000;
/** What is searched at once, and how much of it is searched again with what follows: no secret is longer. */
const windowUnits = 1024 * 1024;
const overlapUnits = 64 * 1024;

/**
 * Searches a file of any length in a few megabytes of memory. A binary file is looked at only to tell that it is one.
 * @throws what opening and reading the file throws; {@link CancelledError}
 */
export async function scanPart(part: FilePart, scan: ScanText, signal?: AbortSignal): Promise<PartScan> {
  const hash = createHash('sha256');
  let search: WindowSearch | undefined;
  let waiting: Uint8Array = new Uint8Array(0);
  for await (const chunk of part.open()) {
    throwIfAborted(signal);
    hash.update(chunk);
    if (search?.isDone) continue;
    const bytes = waiting.byteLength === 0 ? chunk : Buffer.concat([waiting, chunk]);
    if (search === undefined && bytes.byteLength >= headBytes) search = new WindowSearch(textFormOf(bytes), scan);
    // Copied: a chunk is good only until the next one is asked for.
    waiting = search === undefined ? Buffer.from(bytes) : await search.add(bytes);
  }
  search ??= new WindowSearch(textFormOf(waiting), scan);
  await search.add(waiting);
  search.end();
  const { form, findings, isComplete } = search;
  return { encoding: form, findings, isComplete, sha256: hash.digest('hex') };
}

/** Searches a text of any length; whatever else waits for this process has its turn after every window. */
export async function scanInTurns(text: string, scan: ScanText): Promise<readonly SecretFinding[]> {
  if (text.length <= windowUnits) return scan(text);
  const search = new WindowSearch('bytes', scan);
  for (let at = 0; at < text.length && !search.isDone; at += windowUnits) {
    await search.addText(text.slice(at, at + windowUnits));
  }
  search.end();
  return search.findings;
}

class WindowSearch {
  readonly form: TextForm;
  readonly findings: SecretFinding[] = [];
  isComplete = true;
  readonly #scan: ScanText;
  #text = '';
  /** Where the text begins in the file, and on which line; up to where findings are settled. */
  #start = 0;
  #line = 1;
  #lineStart = 0;
  #settled = 0;

  constructor(form: TextForm, scan: ScanText) {
    this.form = form;
    this.#scan = scan;
  }

  get isDone(): boolean {
    return this.form === 'binary' || !this.isComplete;
  }

  /** Gives back the bytes that are not a whole character yet. */
  async add(bytes: Uint8Array): Promise<Uint8Array> {
    const unit = bytesPerUnit(this.form);
    const whole = bytes.byteLength - (bytes.byteLength % unit);
    for (let at = 0; at < whole && !this.isDone; at += windowUnits * unit) {
      await this.addText(textOf(bytes.subarray(at, Math.min(whole, at + windowUnits * unit)), this.form));
    }
    return Buffer.from(bytes.subarray(whole));
  }

  async addText(text: string): Promise<void> {
    this.#text += text;
    if (this.#text.length < windowUnits) return;
    this.#search(this.#text.length - overlapUnits);
    await nextTurn();
  }

  end(): void {
    if (!this.isDone) this.#search(this.#text.length);
  }

  /** What begins before `upTo` is settled; what is behind it may go on in what follows. */
  #search(upTo: number): void {
    for (const finding of this.#scan(this.#text)) {
      const start = this.#start + finding.start;
      if (start < this.#settled || finding.start >= upTo) continue;
      if (this.findings.length === mostFindings) {
        this.isComplete = false;
        return;
      }
      this.findings.push(this.#placed(finding));
    }
    this.#settled = this.#start + upTo;
    // Rules look back: at the head of a key, and at the name before a value.
    this.#forget(Math.max(0, upTo - overlapUnits));
  }

  #placed(finding: SecretFinding): SecretFinding {
    const { start, end, parts, line, column } = finding;
    const shift = this.#start;
    return {
      ...finding,
      start: start + shift,
      end: end + shift,
      line: this.#line + line - 1,
      column: line === 1 ? column + shift - this.#lineStart : column,
      ...(parts && { parts: parts.map((each) => ({ start: each.start + shift, end: each.end + shift })) }),
    };
  }

  #forget(length: number): void {
    const gone = this.#text.slice(0, length);
    const lastBreak = gone.lastIndexOf('\n');
    if (lastBreak >= 0) this.#lineStart = this.#start + lastBreak + 1;
    for (let at = gone.indexOf('\n'); at >= 0; at = gone.indexOf('\n', at + 1)) this.#line++;
    this.#text = this.#text.slice(length);
    this.#start += length;
  }
}
