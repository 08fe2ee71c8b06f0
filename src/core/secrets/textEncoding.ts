/** How bytes are decoded: one byte per character, two bytes of UTF-16, or not at all. */
export type TextForm = 'bytes' | 'utf16le' | 'utf16be' | 'binary';

/** The number of bytes for detection, as in git. */
export const headBytes = 8000;

/** Detects the encoding from the first bytes. Text without a byte order mark contains no NUL. */
export function textFormOf(first: Uint8Array): TextForm {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf16le';
  if (first[0] === 0xfe && first[1] === 0xff) return 'utf16be';
  return first.subarray(0, headBytes).includes(0) ? 'binary' : 'bytes';
}

export function bytesPerUnit(form: TextForm): 1 | 2 {
  return form === 'utf16le' || form === 'utf16be' ? 2 : 1;
}

/**
 * Decodes each byte, or pair of bytes, to one character, so that offsets in the text map to the file for any encoding.
 * Secrets are ASCII; other bytes become other characters.
 */
export function textOf(bytes: Uint8Array, form: TextForm): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (form === 'utf16le') return buffer.toString('utf16le');
  if (form === 'utf16be') return Buffer.from(buffer).swap16().toString('utf16le');
  return buffer.toString('latin1');
}

/** The inverse of `decodeUnits`. */
export function bytesOf(text: string, form: TextForm): Uint8Array {
  if (form === 'utf16le') return Buffer.from(text, 'utf16le');
  if (form === 'utf16be') return Buffer.from(text, 'utf16le').swap16();
  return Buffer.from(text, 'latin1');
}
