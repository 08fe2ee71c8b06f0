import type { Person } from '../api/resources.ts';
import { displayTitle } from '../base/text/displayText.ts';

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
