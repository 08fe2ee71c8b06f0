import type { ServiceClient } from '../api/client.ts';
import type { Person, Room } from '../api/resources.ts';
import { displayTitle, foldText } from '../base/text/displayText.ts';
import { ifReadable } from './directEmails.ts';
import { isUnreadable } from './knownRoom.ts';

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
    const page = await ifReadable(async () => {
      const pages = client.listMemberships({ roomId: room.id }, signal);
      return (await pages.next()).value ?? undefined;
    });
    if (page === undefined) unknown.push(room);
    else if (page.items.some(({ personId }) => personId === person.id)) return [room];
  }
  return unknown;
}

function nameOf(title: string): string {
  return foldText(displayTitle(title));
}
