import { utf16Of } from '../../../core/base/text/utf16Of.ts';

/**
 * The text that a program has written to a pipe: UTF-8, UTF-16 with its mark, as PowerShell writes, or UTF-8 that `head` has cut
 * inside of a character. `undefined` for bytes that are no text.
 */
export function pipedText(bytes: Uint8Array): string | undefined {
  const decoder = new TextDecoder(utf16Of(bytes) ?? 'utf-8', { fatal: true });
  try {
    const text = decoder.decode(bytes, { stream: true });
    return text.includes('\0') ? undefined : text + endOf(decoder, text);
  } catch {
    return undefined;
  }
}

/** What stands for the first half of a character. @throws {TypeError} for what may be another encoding */
function endOf(decoder: InstanceType<typeof TextDecoder>, text: string): string {
  try {
    return decoder.decode();
  } catch (error) {
    // Only text in UTF-8 has whole characters that are not ASCII before.
    if (/^\p{ASCII}*$/u.test(text)) throw error;
    return '\ufffd';
  }
}
