import type { ServiceClient } from '../api/client.ts';
import type { Membership, Person, PersonRef, Room } from '../api/resources.ts';
import { mapConcurrently } from '../base/scheduling/concurrency.ts';
import { displayTitle, foldText } from '../base/text/displayText.ts';
import { isSameEmail, peopleWithEmail } from './directPerson.ts';
import { foldedTitle, timeMs } from './knownRoom.ts';
import { readMembers } from './roomPeople.ts';

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

/** Limits of requests for memberships: in a first look, in a thorough one, and at the same time. */
const maxNewestRooms = 20;
const maxRooms = 300;
const maxConcurrent = 3;
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
  const { same, unclear } = await roomOfMember(client, checked, { person, ownPersonId }, signal);
  if (same !== undefined) return { kind: 'in-room', roomId: same.id };
  return { kind: unclear.length > 0 || checked.length < rooms.length ? 'unclear' : 'absent' };
}

/** Limits how many known rooms are checked by their memberships. */
const maxCandidates = 10;

/**
 * Finds the direct room with a person among known rooms. A direct room has the name of the other person. Memberships
 * decide where they can be read (they are not in the service API [X3]); otherwise the name decides.
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
  const { same, unclear } = await roomOfMember(client, candidates.slice(0, maxCandidates), sought, signal);
  return same === undefined ? unclear : [same];
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

type Verdict = 'same' | 'other' | 'unclear';

interface SoughtPerson {
  readonly person: PersonRef;
  readonly ownPersonId: string;
}

/** The first room with the person as a member, or the rooms whose members may include the person. */
async function roomOfMember(
  client: Pick<ServiceClient, 'listMemberships'>,
  rooms: readonly Room[],
  sought: SoughtPerson,
  signal?: AbortSignal,
): Promise<{ readonly same?: Room; readonly unclear: readonly Room[] }> {
  const unclear: Room[] = [];
  const read = async (room: Room) => ({ room, verdict: await verdictOf(client, room.id, sought, signal) });
  for await (const { room, verdict } of mapConcurrently(rooms, maxConcurrent, read)) {
    if (verdict === 'same') return { same: room, unclear };
    if (verdict === 'unclear') unclear.push(room);
  }
  return { unclear };
}

async function verdictOf(
  client: Pick<ServiceClient, 'listMemberships'>,
  roomId: string,
  sought: SoughtPerson,
  signal?: AbortSignal,
): Promise<Verdict> {
  if (roomId === '') return 'unclear';
  const page = await readMembers(client, { roomId }, signal);
  const others = page?.items.filter(({ personId }) => personId !== sought.ownPersonId) ?? [];
  if (others.some((member) => isPerson(member, sought.person))) return 'same';
  // With an address alone, another address may belong to the same person.
  const areOthers = sought.person.id !== undefined && others.every(({ personId }) => personId !== '');
  return areOthers && others.length > 0 && page?.hasNext === false ? 'other' : 'unclear';
}

function isPerson({ personId, personEmail }: Membership, { id, email }: PersonRef): boolean {
  if (id !== undefined && personId === id) return true;
  return email !== undefined && personEmail !== undefined && isSameEmail(personEmail, email);
}
