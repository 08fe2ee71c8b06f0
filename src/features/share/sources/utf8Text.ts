import { isUtf8 } from 'node:buffer';

/** The text of bytes in UTF-8; `undefined` for bytes that are no text. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  const text = isUtf8(bytes) ? new TextDecoder().decode(bytes) : undefined;
  return text?.includes('\0') ? undefined : text;
}
