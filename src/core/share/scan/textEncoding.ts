/** How the bytes of a file are read as text: one byte a character, two of UTF-16, or not at all. */
export type TextForm = 'bytes' | 'utf16le' | 'utf16be' | 'binary';

/** What tells the form; Git looks at as much. */
export const headBytes = 8000;

/** Tells by the first bytes. Text without byte order mark holds no NUL. */
export function textFormOf(first: Uint8Array): TextForm {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf16le';
  if (first[0] === 0xfe && first[1] === 0xff) return 'utf16be';
  return first.subarray(0, headBytes).includes(0) ? 'binary' : 'bytes';
}

export function bytesPerUnit(form: TextForm): 1 | 2 {
  return form === 'utf16le' || form === 'utf16be' ? 2 : 1;
}

/**
 * Every byte, or pair of bytes, as one character, so that a place in the text is a place in the file whatever its
 * encoding is. Secrets are ASCII; what is not becomes some character that is none.
 */
export function textOf(bytes: Uint8Array, form: TextForm): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (form === 'utf16le') return buffer.toString('utf16le');
  if (form === 'utf16be') return Buffer.from(buffer).swap16().toString('utf16le');
  return buffer.toString('latin1');
}

/** The other way round. */
export function bytesOf(text: string, form: TextForm): Uint8Array {
  if (form === 'utf16le') return Buffer.from(text, 'utf16le');
  if (form === 'utf16be') return Buffer.from(text, 'utf16le').swap16();
  return Buffer.from(text, 'latin1');
}
