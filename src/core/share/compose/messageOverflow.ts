import { utf8ByteLength } from '../limits.ts';
import { toServiceMarkdown } from '../messageText.ts';

/** Blanks at the ends of lines are not sent: so many times the limit is looked at for the place where it is reached. */
const mostLength = 4;

/**
 * Where the part of a text begins that is too much for a message: the first character with which what is sent would be
 * above the limit. `undefined` when all of it fits.
 * @param text as it is written, with any line ends
 * @param maxBytes of the message in UTF-8
 * @returns an offset in UTF-16 units, never within a character
 */
export function overflowStart(text: string, maxBytes: number): number | undefined {
  const fits = (length: number): boolean => utf8ByteLength(sentText(text.slice(0, length))) <= maxBytes;
  if (fits(text.length)) return undefined;
  let [most, least] = [0, Math.min(text.length, mostLength * maxBytes + 1)];
  if (fits(least)) return least;
  while (least - most > 1) {
    const middle = (most + least) >> 1;
    if (fits(middle)) most = middle;
    else least = middle;
  }
  const isWithin = /^(?:[\uD800-\uDBFF][\uDC00-\uDFFF]|\r\n)/.test(text.slice(most - 1, most + 1));
  return isWithin ? most - 1 : most;
}

/** What is sent of a text that was written in an editor. */
export function sentText(text: string): string {
  return toServiceMarkdown(text.replaceAll('\r\n', '\n'));
}
