import type { ServiceClient } from '../api/client.ts';
import type { Membership, Person, PersonRef, Room } from '../api/resources.ts';
import { timeMs } from '../base/clock.ts';
import { mapConcurrently } from '../base/scheduling/concurrency.ts';
import { displayTitle, foldText } from '../base/text/displayText.ts';
import { isSameEmail, peopleWithEmail } from './directPerson.ts';
import { foldedTitle } from './knownRoom.ts';
import { readMembers } from './roomPeople.ts';

// The direct room with a person is found by its members, which are not in the service API [X3].

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

/** Limits of requests for memberships: among known rooms of one name, in a first look, and in a thorough one. */
const maxKnownRooms = 10;
const maxNewestRooms = 20;
const maxRooms = 300;
const maxPages = 100;
const maxConcurrent = 3;

/**
 * Finds the direct room with a person by its members, never by its title: a share must not reach another person of the
 * same name. A room whose members cannot be read, or do not exclude the person, makes the result unclear. Rejects with the
 * errors of listing the rooms.
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
  const { same, other } = await checkMembers(client, checked, { person, ownPersonId }, signal);
  if (same.length > 0) return { kind: 'in-room', roomId: same[0]?.id ?? '' };
  return { kind: other.length === rooms.length ? 'absent' : 'unclear' };
}

/**
 * Finds the direct room with a person among known rooms. A direct room has the name of the other person. The members
 * decide where they can be read; otherwise the name decides.
 * @returns more than one room only when they cannot be distinguished
 */
export async function findDirectRoom(
  client: Pick<ServiceClient, 'listMemberships'>,
  known: readonly Room[],
  { person, ownPersonId }: { readonly person: Person; readonly ownPersonId: string },
  signal?: AbortSignal,
): Promise<readonly Room[]> {
  const name = foldText(displayTitle(person.displayName ?? ''));
  if (name === '') return [];
  const candidates = known.filter((room) => room.type === 'direct' && foldedTitle(room) === name);
  const sought = { person: { id: person.id, name }, ownPersonId };
  const { same, unreadable } = await checkMembers(client, candidates.slice(0, maxKnownRooms), sought, signal);
  return same.length > 0 ? same : unreadable;
}

/** All rooms that may be direct, the last active first; `undefined` if there are too many pages, or no list. */
async function directRooms(client: Pick<ServiceClient, 'listRooms'>, signal?: AbortSignal) {
  const found: Room[] = [];
  let pageCount = 0;
  for await (const page of client.listRooms({ max: 1000 }, signal)) {
    found.push(...page.items.filter(({ type }) => type !== 'group'));
    pageCount += 1;
    if (page.isBlank || (page.hasNext && pageCount === maxPages)) return undefined;
  }
  return found.sort((one, other) => timeMs(other.lastActivity) - timeMs(one.lastActivity));
}

/** The person with the id that the service knows for the address, if it tells. */
async function withId(client: Pick<ServiceClient, 'listPeople'>, person: PersonRef, signal?: AbortSignal) {
  const { email } = person;
  if (person.id !== undefined || email === undefined) return person;
  const [found] = await peopleWithEmail(client, email, signal);
  return found === undefined || found.id === '' ? person : { ...person, id: found.id };
}

/** Whether a room is that with the person; `unclear` if its members do not exclude the person. */
type Verdict = 'same' | 'other' | 'unclear' | 'unreadable';

interface SoughtPerson {
  readonly person: PersonRef;
  readonly ownPersonId: string;
}

/** Checks rooms by their members until one is the room with the person. */
async function checkMembers(
  client: Pick<ServiceClient, 'listMemberships'>,
  rooms: readonly Room[],
  sought: SoughtPerson,
  signal?: AbortSignal,
): Promise<Readonly<Record<Verdict, readonly Room[]>>> {
  const checked: Record<Verdict, Room[]> = { same: [], other: [], unclear: [], unreadable: [] };
  const read = async (room: Room) => ({ room, verdict: await verdictOf(client, room.id, sought, signal) });
  for await (const { room, verdict } of mapConcurrently(rooms, maxConcurrent, read)) {
    checked[verdict].push(room);
    if (verdict === 'same') break;
  }
  return checked;
}

async function verdictOf(
  client: Pick<ServiceClient, 'listMemberships'>,
  roomId: string,
  { person, ownPersonId }: SoughtPerson,
  signal?: AbortSignal,
): Promise<Verdict> {
  if (roomId === '') return 'unclear';
  const page = await readMembers(client, { roomId }, signal);
  if (page === undefined) return 'unreadable';
  const others = page.items.filter(({ personId }) => personId !== ownPersonId);
  if (others.some((member) => isPerson(member, person))) return 'same';
  // With an address alone, another address may belong to the same person.
  const areOthers = person.id !== undefined && others.every(({ personId }) => personId !== '');
  return areOthers && others.length > 0 && !page.hasNext ? 'other' : 'unclear';
}

function isPerson({ personId, personEmail }: Membership, { id, email }: PersonRef): boolean {
  if (id !== undefined && personId === id) return true;
  return email !== undefined && personEmail !== undefined && isSameEmail(personEmail, email);
}
