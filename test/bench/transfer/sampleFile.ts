import { createCipheriv } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { type SampleFile, sha256Of } from './verify.ts';

/** Writes a file of `byteLength` pseudo-random bytes, the same every time. */
export async function writeSampleFile(path: string, byteLength: number): Promise<SampleFile> {
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16, 7), Buffer.alloc(16));
  writeFileSync(path, cipher.update(Buffer.alloc(byteLength)));
  return { path, byteLength, sha256: await sha256Of(path) };
}
