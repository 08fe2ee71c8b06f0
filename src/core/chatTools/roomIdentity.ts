import type { Room } from '../api/resources.ts';
import { displayTitle } from '../base/text/displayTitle.ts';
import { foldText } from '../base/text/foldText.ts';
import { disambiguate } from '../rooms/disambiguate.ts';
import { teamNames } from '../rooms/groupRooms.ts';

/** What distinguishes a room from all others in a question to the user. */
export interface RoomIdentity {
  readonly room: Room;
  /** The room that names the team; `undefined` when the team's name is not known. See `room.teamId`. */
  readonly team: Room | undefined;
  /** The shortest suffix of the id that is unique among known rooms of the same title. */
  readonly idSuffix: string;
  /** The number of other known rooms with this title, ignoring case, accents and hidden characters. */
  readonly sameTitleCount: number;
}

const shownIdLength = 6;

/** @param known rooms of the account, with or without the room itself */
export function identifyRoom(room: Room, known: readonly Room[]): RoomIdentity {
  const title = titleKey(room);
  const sameTitle = known.filter((other) => other.id !== room.id && titleKey(other) === title);
  const ids = new Set([room, ...sameTitle].map(({ id }) => id));
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
