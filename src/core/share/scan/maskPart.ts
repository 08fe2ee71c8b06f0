import { createHash } from 'node:crypto';
import { FileChangedError } from '../../api/errors.ts';
import type { FilePart } from '../../api/filePart.ts';
import { secretRanges } from './maskSecrets.ts';
import { maskText } from './placeholder.ts';
import type { PartScan } from './scanPart.ts';
import type { TextRange } from './secretFinding.ts';
import { bytesOf, bytesPerUnit } from './textEncoding.ts';

/**
 * The file with every secret that was found replaced by one word, byte for byte the same elsewhere.
 * `open` throws `FileChangedError` before the last byte when the file is not what was searched any more.
 */
export function maskPart(part: FilePart, { findings, encoding, sha256 }: PartScan): FilePart {
  const unit = bytesPerUnit(encoding);
  const mask = bytesOf(maskText, encoding);
  const ranges = secretRanges(findings).map(({ start, end }) => ({ start: start * unit, end: end * unit }));
  const masked = ranges.reduce((sum, { start, end }) => sum + end - start - mask.byteLength, 0);
  const open = async function* (): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let at = 0;
    let held: Uint8Array = new Uint8Array(0);
    for await (const chunk of part.open()) {
      hash.update(chunk);
      // Held back by one: a request that lacks the last bytes can never count as complete.
      if (held.byteLength > 0) yield held;
      held = Buffer.concat(pieces(chunk, at, ranges, mask));
      at += chunk.byteLength;
    }
    if (hash.digest('hex') !== sha256) throw new FileChangedError(part.name, part.name);
    if (held.byteLength > 0) yield held;
  };
  return { ...part, byteLength: part.byteLength - masked, open };
}

/** What of a chunk stays, with the mask where a secret begins. */
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
