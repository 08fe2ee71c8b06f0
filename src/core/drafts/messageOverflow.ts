import { utf8ByteLength } from '../attachments/limits.ts';
import { toServiceMarkdown } from '../markdown/toServiceMarkdown.ts';

/** Trailing blanks are not sent, so the limit can be reached late: search this many times the limit. */
const maxLengthFactor = 4;

/**
 * Finds the first character that exceeds the size limit of a message. `undefined` when the whole text fits.
 * @param text as typed, with any line breaks
 * @param maxBytes of the message in UTF-8
 * @returns an offset in UTF-16 units, never inside a character
 */
export function overflowStart(text: string, maxBytes: number): number | undefined {
  const fits = (length: number): boolean => utf8ByteLength(sentText(text.slice(0, length))) <= maxBytes;
  if (fits(text.length)) return undefined;
  let [most, least] = [0, Math.min(text.length, maxLengthFactor * maxBytes + 1)];
  if (fits(least)) return least;
  while (least - most > 1) {
    const middle = (most + least) >> 1;
    if (fits(middle)) most = middle;
    else least = middle;
  }
  const isWithin = /^(?:[\uD800-\uDBFF][\uDC00-\uDFFF]|\r\n)/.test(text.slice(most - 1, most + 1));
  return isWithin ? most - 1 : most;
}

/** The text that is sent for a text from an editor. */
export function sentText(text: string): string {
  return toServiceMarkdown(text.replaceAll('\r\n', '\n'));
}
