import type { ServiceClient } from '../api/client.ts';
import { isNotOffered } from '../api/errors.ts';
import type { Membership } from '../api/resources.ts';
import { domainOf } from './directPerson.ts';

/** The people in a room, as far as the service reports them. */
export interface Audience {
  /** Includes the user. */
  readonly peopleCount: number;
  /** The room has more people than one page lists. */
  readonly hasMore: boolean;
  /**
   * People whose e-mail domain differs from the user's; `undefined` when the user's domain is not known, or says nothing
   * because it is that of a public mail provider.
   */
  readonly externalCount: number | undefined;
  /** People whose e-mail address the service does not return. */
  readonly unknownCount: number;
  /** The e-mail address of the other person, if there is exactly one and the service returns it. */
  readonly otherEmail: string | undefined;
}

/** The largest page of the service. For larger rooms the exact number is not needed. */
const maxPageSize = 1000;

/**
 * Reads the first page of a room's memberships. Memberships are not in the service API [X3].
 * @param ownPersonId the user, whose e-mail domain counts as internal
 * @returns `undefined` when the service does not return memberships
 */
export async function readAudience(
  client: Pick<ServiceClient, 'listMemberships'>,
  roomId: string,
  ownPersonId: string,
  signal?: AbortSignal,
): Promise<Audience | undefined> {
  const page = await readMembers(client, { roomId, max: maxPageSize }, signal);
  if (page === undefined || page.items.length === 0) return undefined;
  const ownDomain = domainOfMember(page.items.find(({ personId }) => personId === ownPersonId));
  // A lazy chunk: the picker of rooms is in every window, and does not need it.
  const { publicMailDomains } = await import('./publicMailDomains.ts');
  const own = publicMailDomains.has(ownDomain ?? '') ? undefined : ownDomain;
  // People without a known address are not counted.
  const external = page.items.filter((each) => ![own, undefined].includes(domainOfMember(each)));
  return {
    peopleCount: page.items.length,
    hasMore: page.hasNext,
    externalCount: own === undefined ? undefined : external.length,
    unknownCount: page.items.filter((each) => domainOfMember(each) === undefined).length,
    otherEmail: otherEmail(page.items, ownPersonId),
  };
}

function domainOfMember(membership: Membership | undefined): string | undefined {
  return domainOf(membership?.personEmail ?? '');
}

/** The address of the only other member; `undefined` if there is none or more than one. */
export function otherEmail(members: readonly Membership[], ownPersonId: string): string | undefined {
  const [other, ...more] = members.filter(({ personId }) => personId !== ownPersonId);
  return more.length === 0 && other?.personEmail ? other.personEmail : undefined;
}

/** The first page of the members of a room. `undefined` when the service refuses it: it is not in the service API [X3]. */
export async function readMembers(
  client: Pick<ServiceClient, 'listMemberships'>,
  query: Parameters<ServiceClient['listMemberships']>[0],
  signal?: AbortSignal,
) {
  try {
    return (await client.listMemberships(query, signal).next()).value ?? undefined;
  } catch (error) {
    if (isNotOffered(error)) return undefined;
    throw error;
  }
}
