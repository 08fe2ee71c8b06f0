import type { ServiceClient } from '../api/client.ts';
import type { Membership, Person, Room } from '../api/resources.ts';
import { displayTitle, foldText } from '../base/text/displayText.ts';
import { otherEmail, readMembers } from './directEmails.ts';
import { domainOf } from './directPerson.ts';
import { isUnreadable } from './knownRoom.ts';

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

/** Limits how many rooms are checked by their memberships. */
const maxCandidates = 10;

/**
 * Finds the direct room with a person among known rooms. A direct room has the name of the other person. Memberships
 * decide where they can be read (they are not in the service API [X3]); otherwise the name decides.
 * @returns more than one room only when they cannot be distinguished
 */
export async function findDirectRoom(
  client: Pick<ServiceClient, 'listMemberships'>,
  known: readonly Room[],
  person: Person,
  signal?: AbortSignal,
): Promise<readonly Room[]> {
  const name = nameOf(person.displayName ?? '');
  if (name === '') return [];
  const direct = known.filter((room) => room.type === 'direct' && !isUnreadable(room));
  const candidates = direct.filter((room) => nameOf(room.title) === name).slice(0, maxCandidates);
  const unknown: Room[] = [];
  for (const room of candidates) {
    const page = await readMembers(client, { roomId: room.id }, signal);
    if (page === undefined) unknown.push(room);
    else if (page.items.some(({ personId }) => personId === person.id)) return [room];
  }
  return unknown;
}

function nameOf(title: string): string {
  return foldText(displayTitle(title));
}
