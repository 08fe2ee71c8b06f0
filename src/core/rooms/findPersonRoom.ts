import type { ServiceClient } from '../api/client.ts';
import type { PersonRef, Room } from '../api/resources.ts';
import { timeMs } from '../base/clock.ts';
import { peopleWithEmail } from './directPerson.ts';
import { roomOfMember } from './roomPeople.ts';

export type PersonRoomResult =
  | { readonly kind: 'in-room'; readonly roomId: string }
  /** The list of rooms is complete, and each of them is a room with other people. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unclear' };

export interface PersonRoomQuery {
  readonly toPerson: PersonRef;
  readonly ownPersonId: string;
  /** Looks into many rooms, not only the newest. Only then the result can be `absent` for a user with many rooms. */
  readonly isThorough: boolean;
}

/** Limits of requests for memberships: in a first look, and in a thorough one. */
const maxNewestRooms = 20;
const maxRooms = 300;
const maxPages = 100;

/**
 * Finds the direct room with a person by its members, never by its title: a share must not reach another person of the
 * same name. Memberships are not in the service API [X3]. A room whose members cannot be read, or do not exclude the
 * person, makes the result unclear. Rejects with the errors of listing the rooms.
 */
export async function findPersonRoom(
  client: Pick<ServiceClient, 'listRooms' | 'listMemberships' | 'listPeople'>,
  { toPerson, ownPersonId, isThorough }: PersonRoomQuery,
  signal?: AbortSignal,
): Promise<PersonRoomResult> {
  const rooms = await directRooms(client, signal);
  if (rooms === undefined) return { kind: 'unclear' };
  if (rooms.length === 0) return { kind: 'absent' };
  const person = await withId(client, toPerson, signal);
  const checked = rooms.slice(0, isThorough ? maxRooms : maxNewestRooms);
  const { same, unclear, unreadable } = await roomOfMember(client, checked, { person, ownPersonId }, signal);
  if (same !== undefined) return { kind: 'in-room', roomId: same.id };
  const isComplete = unclear.length + unreadable.length === 0 && checked.length === rooms.length;
  return { kind: isComplete ? 'absent' : 'unclear' };
}

/** All rooms that may be direct, the last active first; `undefined` if there are too many pages. */
async function directRooms(client: Pick<ServiceClient, 'listRooms'>, signal?: AbortSignal) {
  const found: Room[] = [];
  let pageCount = 0;
  for await (const page of client.listRooms({ max: 1000 }, signal)) {
    found.push(...page.items.filter(({ type }) => type !== 'group'));
    pageCount += 1;
    if (!page.hasNext) return found.sort((one, other) => timeMs(other.lastActivity) - timeMs(one.lastActivity));
    if (pageCount === maxPages) return undefined;
  }
  return found;
}

/** The person with the id that the service knows for the address, if it tells. */
async function withId(client: Pick<ServiceClient, 'listPeople'>, person: PersonRef, signal?: AbortSignal) {
  const { email } = person;
  if (person.id !== undefined || email === undefined) return person;
  const [found] = await peopleWithEmail(client, email, signal);
  return found === undefined || found.id === '' ? person : { ...person, id: found.id };
}
