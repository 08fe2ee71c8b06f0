import type { ServiceClient } from '../api/client.ts';
import type { Membership } from '../api/resources.ts';
import { otherEmail } from './directEmails.ts';
import { ifReadable } from './ifReadable.ts';

/** Who reads what goes to a room. */
export interface Audience {
  /** One's own included. */
  readonly peopleCount: number;
  /** There are more than were counted. */
  readonly hasMore: boolean;
  /** People whose e-mail domain is another than one's own; `undefined` when one's own is not known. */
  readonly externalCount: number | undefined;
  /** Of the one other person, where there is just one and the service tells it. */
  readonly otherEmail: string | undefined;
}

/** As many as the service gives at a time; for an audience that is larger the exact number says no more. */
const maxPageSize = 1000;

/**
 * Who is in a room, as far as the first page of its memberships tells. Memberships are not in the interface [X3]: where
 * they cannot be read there is nothing to say.
 * @param ownPersonId whose e-mail domain is the inside
 * @returns `undefined` when the service does not have them or does not give them
 */
export async function readAudience(
  client: Pick<ServiceClient, 'listMemberships'>,
  roomId: string,
  ownPersonId: string,
  signal?: AbortSignal,
): Promise<Audience | undefined> {
  const page = await ifReadable(async () => {
    const pages = client.listMemberships({ roomId, max: maxPageSize }, signal);
    return (await pages.next()).value ?? undefined;
  });
  if (page === undefined || page.items.length === 0) return undefined;
  const own = domainOf(page.items.find(({ personId }) => personId === ownPersonId));
  // Of somebody whose address is not told nothing is said.
  const external = page.items.filter((each) => ![own, undefined].includes(domainOf(each)));
  return {
    peopleCount: page.items.length,
    hasMore: page.hasNext,
    externalCount: own === undefined ? undefined : external.length,
    otherEmail: otherEmail(page.items, ownPersonId),
  };
}

function domainOf(membership: Membership | undefined): string | undefined {
  const address = membership?.personEmail ?? '';
  const at = address.lastIndexOf('@');
  return at === -1 || at === address.length - 1 ? undefined : address.slice(at + 1).toLowerCase();
}
