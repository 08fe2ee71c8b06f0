import type { Room } from '../../api/resources.ts';
import { disambiguate } from '../../rooms/disambiguate.ts';
import { displayTitle } from '../../rooms/displayTitle.ts';
import { foldText } from '../../rooms/foldText.ts';
import { teamNames } from '../../rooms/groupRooms.ts';

/** What tells a room from every other in a question to the user. */
export interface RoomIdentity {
  readonly room: Room;
  /** The room that names the team; `undefined` when the team is not known by name. See `room.teamId`. */
  readonly team: Room | undefined;
  /** So much of the end of the id as no known room of the same title shares. */
  readonly idSuffix: string;
  /** How many other known rooms have this title: letter case, accents and hidden characters do not count. */
  readonly sameTitleCount: number;
}

const shownIdLength = 6;

/** @param known rooms of the account; the room itself may be among them */
export function identifyRoom(room: Room, known: readonly Room[]): RoomIdentity {
  const title = titleKey(room);
  const twins = known.filter((other) => other.id !== room.id && titleKey(other) === title);
  const ids = new Set([room, ...twins].map(({ id }) => id));
  const ends = disambiguate(new Map(Array.from(ids, (id) => [id, title])));
  return {
    room,
    team: room.teamId === undefined ? undefined : teamNames(known).get(room.teamId),
    idSuffix: ends.get(room.id) ?? room.id.slice(-shownIdLength),
    sameTitleCount: ids.size - 1,
  };
}

function titleKey({ title }: Room): string {
  return foldText(displayTitle(title));
}
