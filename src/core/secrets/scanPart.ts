import { createHash } from 'node:crypto';
import type { FilePart } from '../api/requestBody.ts';
import { throwIfAborted } from '../base/errors.ts';
import { nextTurn } from '../base/scheduling/nextTurn.ts';
import { utf16Of } from '../base/text/utf16Of.ts';
import { patchPaths, signsAfter } from './patchLines.ts';
import type { SecretFinding } from './secretFinding.ts';

/** The findings of a file, with offsets in units of its encoding. */
export interface PartScan {
  readonly encoding: TextForm;
  readonly findings: readonly SecretFinding[];
  /** False when the search stopped after `maxFindings`. */
  readonly isComplete: boolean;
  /** See `patchPaths`. */
  readonly patchPaths: readonly string[];
  /** The hash of the searched content. */
  readonly sha256: string;
}

type ScanText = (text: string, signs?: number) => readonly SecretFinding[];

/** A file with more findings is not source code with a forgotten secret. */
export const maxFindings = 1000;
/** The size of a search window, which is searched without a pause, and the overlap with the next one: no secret is longer. */
const windowUnits = 256 * 1024;
const overlapUnits = 48 * 1024;
/** How far a rule looks back, to the first line of a key or the name before a value. */
const lookBackUnits = 4 * 1024;

/**
 * Searches a file of any length in a few megabytes of memory. Of a binary file only the start is inspected.
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
    // Copied, because a chunk is only valid until the next one is read.
    waiting = search === undefined ? Buffer.from(bytes) : await search.add(bytes);
    // Nothing in it is masked, so that its hash is of no use.
    if (search?.form === 'binary') break;
  }
  search ??= new WindowSearch(textFormOf(waiting), scan);
  await search.add(waiting);
  search.end();
  const { form, findings, isComplete } = search;
  const paths = [...search.paths].map((path) => (form === 'bytes' ? Buffer.from(path, 'latin1').toString() : path));
  return { encoding: form, findings, isComplete, patchPaths: paths, sha256: hash.digest('hex') };
}

/** Searches a text of any length, and yields to the event loop after each window. */
export async function scanInWindows(text: string, scan: ScanText): Promise<readonly SecretFinding[]> {
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
  readonly paths = new Set<string>();
  isComplete = true;
  readonly #scan: ScanText;
  #text = '';
  /** The offset and line of the text in the file, and the offset up to which findings are reported. */
  #start = 0;
  #line = 1;
  #lineStart = 0;
  #reportedUpTo = 0;
  /** The number of signs before each line where the text begins inside a patch. */
  #signs = 0;

  constructor(form: TextForm, scan: ScanText) {
    this.form = form;
    this.#scan = scan;
  }

  get isDone(): boolean {
    return this.form === 'binary' || !this.isComplete;
  }

  /** Returns the bytes of an incomplete character. */
  async add(bytes: Uint8Array): Promise<Uint8Array> {
    const unit = bytesPerUnit(this.form);
    const whole = bytes.byteLength - (bytes.byteLength % unit);
    for (let at = 0; at < whole && !this.isDone; at += windowUnits * unit) {
      await this.addText(decode(bytes.subarray(at, Math.min(whole, at + windowUnits * unit)), this.form));
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

  /** Reports findings that start before `upTo`; later ones may continue in the next window. */
  #search(upTo: number): void {
    for (const path of patchPaths(this.#text)) this.paths.add(path);
    for (const finding of this.#scan(this.#text, this.#signs)) {
      const start = this.#start + finding.start;
      const isReported = start < Math.max(this.#reportedUpTo, this.findings.at(-1)?.end ?? 0);
      if (isReported || finding.start >= upTo) continue;
      if (this.findings.length === maxFindings) {
        this.isComplete = false;
        return;
      }
      this.findings.push(this.#placed(finding));
    }
    this.#reportedUpTo = this.#start + upTo;
    const from = Math.max(0, upTo - lookBackUnits);
    // From the beginning of a line, if there is one: the first signs of a line belong to a patch.
    this.#dropBefore(this.#text.lastIndexOf('\n', from) + 1 || from);
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

  #dropBefore(length: number): void {
    const gone = this.#text.slice(0, length);
    this.#signs = signsAfter(gone, this.#signs);
    const lastBreak = gone.lastIndexOf('\n');
    if (lastBreak >= 0) this.#lineStart = this.#start + lastBreak + 1;
    for (let at = gone.indexOf('\n'); at >= 0; at = gone.indexOf('\n', at + 1)) this.#line++;
    this.#text = this.#text.slice(length);
    this.#start += length;
  }
}

/** How bytes are decoded: one byte per character, two bytes of UTF-16, or not at all. */
type TextForm = 'bytes' | 'utf16le' | 'utf16be' | 'binary';

/** The number of bytes for detection, as in git. */
const headBytes = 8000;

/** Detects the encoding from the first bytes. Text without a byte order mark contains no NUL. */
export function textFormOf(first: Uint8Array): TextForm {
  const utf16 = utf16Of(first);
  if (utf16 !== undefined) return utf16 === 'utf-16le' ? 'utf16le' : 'utf16be';
  return first.subarray(0, headBytes).includes(0) ? 'binary' : 'bytes';
}

export function bytesPerUnit(form: TextForm): 1 | 2 {
  return form === 'utf16le' || form === 'utf16be' ? 2 : 1;
}

/**
 * Decodes each byte, or pair of bytes, to one character, so that offsets in the text map to the file for any encoding.
 * Secrets are ASCII; other bytes become other characters.
 */
function decode(bytes: Uint8Array, form: TextForm): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (form === 'utf16le') return buffer.toString('utf16le');
  if (form === 'utf16be') return Buffer.from(buffer).swap16().toString('utf16le');
  return buffer.toString('latin1');
}

/** The inverse of `decode`. */
export function bytesOf(text: string, form: TextForm): Uint8Array {
  if (form === 'utf16le') return Buffer.from(text, 'utf16le');
  if (form === 'utf16be') return Buffer.from(text, 'utf16le').swap16();
  return Buffer.from(text, 'latin1');
}
