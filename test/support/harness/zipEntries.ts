import { inflateRawSync } from 'node:zlib';

/** A file of an archive, unpacked. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Buffer;
}

const endSignature = 0x06054b50;
const directorySignature = 0x02014b50;
const localHeadLength = 30;
const directoryHeadLength = 46;

/** Every file of a zip archive, by its central directory (APPNOTE 4.3.12). Throws on anything but stored and deflated files. */
export function zipEntries(archive: Buffer): readonly ZipEntry[] {
  const end = archive.lastIndexOf(Buffer.from(uint32(endSignature)));
  if (end === -1) throw new Error('no zip archive');
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    if (archive.readUInt32LE(at) !== directorySignature) throw new Error('the directory of the archive is broken');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const name = archive.toString('utf8', at + directoryHeadLength, at + directoryHeadLength + (nameLength ?? 0));
    const bytes = unpacked(archive, at, name);
    at += directoryHeadLength + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
    return { name, bytes };
  });
}

function unpacked(archive: Buffer, at: number, name: string): Buffer {
  const [method, packedLength, length] = [
    archive.readUInt16LE(at + 10),
    archive.readUInt32LE(at + 20),
    archive.readUInt32LE(at + 24),
  ];
  const local = archive.readUInt32LE(at + 42);
  const begin = local + localHeadLength + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const packed = archive.subarray(begin, begin + packedLength);
  if (method !== 0 && method !== 8) throw new Error(`${name} is packed by method ${method}`);
  const bytes = method === 0 ? packed : inflateRawSync(packed);
  if (bytes.byteLength !== length) throw new Error(`${name} has ${bytes.byteLength} bytes instead of ${length}`);
  return bytes;
}

function uint32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
