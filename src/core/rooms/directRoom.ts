import type { ServiceClient } from '../api/client.ts';
import type { Person, Room } from '../api/resources.ts';
import { displayTitle } from './displayTitle.ts';
import { foldText } from './foldText.ts';
import { ifReadable } from './ifReadable.ts';
import { isUnreadable } from './unreadable.ts';

/** So many rooms are asked who is in them, at most. */
const maxCandidates = 10;

/**
 * The direct room with a person among those that are known: a direct room bears the name of the other person. Where
 * memberships can be read (they are not in the interface [X3]) they decide; else the name has to do.
 * @returns more than one only when nothing tells them apart
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
