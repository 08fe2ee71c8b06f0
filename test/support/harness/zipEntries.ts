import { unzipSync } from 'fflate';

/** A file of an archive, unpacked. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Every file of a zip archive. */
export function zipEntries(archive: Buffer): readonly ZipEntry[] {
  return Object.entries(unzipSync(archive)).map(([name, bytes]) => ({ name, bytes: Buffer.from(bytes) }));
}
