import type { Person } from '../api/resources.ts';
import { utf8ByteLength } from '../attachments/limits.ts';
import { displayTitle } from '../base/text/displayText.ts';
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
  let most = 0;
  let least = Math.min(text.length, maxLengthFactor * maxBytes + 1);
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

/**
 * Writes a mention in the service's syntax [A35]: by e-mail, else by id. Characters that could end the mention or be
 * markup are removed from the label. `undefined` if neither address nor id can be part of a mention.
 */
export function mentionText({ id, displayName = '', emails = [] }: Person): string | undefined {
  const email = emails.find(isMentionAddress);
  const address = email === undefined ? (isMentionAddress(id) ? `personId:${id}` : undefined) : `personEmail:${email}`;
  if (address === undefined) return undefined;
  const label = displayTitle(displayName)
    .replace(/[|<>`*\\[\]~]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return `<@${address}|${label || email || id}>`;
}

function isMentionAddress(address: string): boolean {
  return /^[^\s|<>`*\\[\]~\p{Cc}\p{Cf}]+$/u.test(address);
}

/** The start of a mention before the cursor: the position of its `@` and the name so far. */
export function mentionPrefix(before: string): { readonly start: number; readonly query: string } | undefined {
  const match = /(?:^|[\s([{"'“„«>])@([\p{L}\p{M}\p{N}.'’_+-]*(?: [\p{L}\p{M}\p{N}.'’_+-]+)?)$/u.exec(before);
  return match ? { start: before.length - (match[1]?.length ?? 0) - 1, query: match[1] ?? '' } : undefined;
}
