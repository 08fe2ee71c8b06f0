/** A part of a file, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a `Range` header of one range (RFC 9110, section 14). `undefined` means the whole file: no header, another
 * unit, several ranges, or a header nobody can read. `'unsatisfiable'` means that no byte of it exists.
 */
export function parseByteRange(header: string | null, byteLength: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.replace(/\s/g, '') ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return undefined;
  if (first === '') {
    const suffix = Math.min(Number(last), byteLength);
    return suffix === 0 ? 'unsatisfiable' : { start: byteLength - suffix, end: byteLength - 1 };
  }
  const start = Number(first);
  const end = last === '' ? byteLength - 1 : Math.min(Number(last), byteLength - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= byteLength ? 'unsatisfiable' : { start, end };
}
