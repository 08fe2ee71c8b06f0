import type { Person } from '../../api/resources.ts';
import { displayTitle } from '../../rooms/displayTitle.ts';

/**
 * The mention of a person as the service reads it [A35]: by email, else by id. The label keeps nothing that could end
 * the mention or be read as markup. `undefined` for a person whose address and id cannot stand in one.
 */
export function mentionText({ id, displayName = '', emails = [] }: Person): string | undefined {
  const email = emails.find(fits);
  const address = email === undefined ? (fits(id) ? `personId:${id}` : undefined) : `personEmail:${email}`;
  if (address === undefined) return undefined;
  const label = displayTitle(displayName)
    .replace(/[|<>`*\\[\]~]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return `<@${address}|${label || email || id}>`;
}

function fits(address: string): boolean {
  return /^[^\s|<>`*\\[\]~\p{Cc}\p{Cf}]+$/u.test(address);
}

/** What of a line before the cursor is the beginning of a mention: its `@` and the name so far. */
export function mentionPrefix(before: string): { readonly start: number; readonly query: string } | undefined {
  const match = /(?:^|[\s([{"'“„«>])@([\p{L}\p{M}\p{N}.'’_+-]*(?: [\p{L}\p{M}\p{N}.'’_+-]+)?)$/u.exec(before);
  return match ? { start: before.length - (match[1]?.length ?? 0) - 1, query: match[1] ?? '' } : undefined;
}
