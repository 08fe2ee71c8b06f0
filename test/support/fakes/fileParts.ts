import { bytesPart, type FilePart } from '../../../src/core/api/requestBody.ts';

/** A file that is read in chunks of any size. */
export function part(bytes: Uint8Array, chunkBytes = 1000): FilePart {
  return {
    ...bytesPart('file.txt', 'text/plain', bytes),
    async *open() {
      const buffer = new Uint8Array(chunkBytes);
      for (let at = 0; at < bytes.byteLength; at += chunkBytes) {
        const piece = bytes.subarray(at, at + chunkBytes);
        buffer.set(piece);
        // Like a file read: one buffer for all chunks.
        yield buffer.subarray(0, piece.byteLength);
      }
    },
  };
}

/** The whole content of a file. */
export async function read({ open }: FilePart): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of open()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
