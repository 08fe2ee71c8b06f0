import { createHash } from 'node:crypto';
import { FileChangedError } from '../api/errors.ts';
import type { FilePart } from '../api/requestBody.ts';
import { bytesOf, bytesPerUnit, type PartScan } from './scanPart.ts';
import type { SecretMatch, TextRange } from './secretFinding.ts';
import { mergedRanges } from './secretRanges.ts';

/** Replaces every masked secret. It is a valid value in every language, and not Markdown. */
export const maskText = 'MASKED';

/** Replaces every secret with the same word, which reveals nothing about it. The number of lines does not change. */
export function maskSecrets(text: string, findings: readonly SecretMatch[]): string {
  let masked = '';
  let at = 0;
  for (const { start, end } of mergedRanges(findings)) {
    masked += text.slice(at, start) + maskText;
    at = end;
  }
  return masked + text.slice(at);
}

/**
 * Replaces every found secret in a file with the mask; all other bytes are unchanged. `open` throws `FileChangedError`
 * before the last byte if the file is not the one that was searched.
 */
export function maskPart(part: FilePart, { findings, encoding, sha256 }: PartScan): FilePart {
  const unit = bytesPerUnit(encoding);
  const mask = bytesOf(maskText, encoding);
  const ranges = mergedRanges(findings).map(({ start, end }) => ({ start: start * unit, end: end * unit }));
  const masked = ranges.reduce((sum, { start, end }) => sum + end - start - mask.byteLength, 0);
  const open = async function* (): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let at = 0;
    let heldBack: Uint8Array = new Uint8Array(0);
    for await (const chunk of part.open()) {
      hash.update(chunk);
      // One chunk is held back, so that a request for a changed file is never complete.
      if (heldBack.byteLength > 0) yield heldBack;
      heldBack = Buffer.concat(pieces(chunk, at, ranges, mask));
      at += chunk.byteLength;
    }
    if (hash.digest('hex') !== sha256) throw new FileChangedError(part.name);
    if (heldBack.byteLength > 0) yield heldBack;
  };
  return { ...part, byteLength: part.byteLength - masked, open };
}

/** The parts of a chunk that are kept, with the mask at the start of each secret. */
function pieces(chunk: Uint8Array, at: number, ranges: readonly TextRange[], mask: Uint8Array): Uint8Array[] {
  const end = at + chunk.byteLength;
  const kept: Uint8Array[] = [];
  let from = at;
  for (const range of ranges) {
    if (range.end <= at || range.start >= end) continue;
    if (range.start >= at) kept.push(chunk.subarray(from - at, range.start - at), mask);
    from = Math.min(range.end, end);
  }
  kept.push(chunk.subarray(from - at));
  return kept;
}
