import { createCipheriv, createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

const blockBytes = 1024 * 1024;

/** Writes a file of pseudo-random bytes, the same in every run. @returns its SHA-256, in hex */
export async function writeRandomFile(path: string, byteLength: number): Promise<string> {
  const stream = createCipheriv('aes-128-ctr', Buffer.alloc(16, 'Roomside'), Buffer.alloc(16));
  const hash = createHash('sha256');
  // Not `await using`, which the oldest Node does not know.
  const file = await open(path, 'w');
  try {
    for (let left = byteLength; left > 0; left -= blockBytes) {
      const block = stream.update(Buffer.alloc(Math.min(left, blockBytes)));
      hash.update(block);
      await file.write(block);
    }
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}
