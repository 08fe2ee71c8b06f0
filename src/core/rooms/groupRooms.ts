import type { Room } from '../api/resources.ts';
import { timeMs } from '../base/clock.ts';
import { foldedTitle, isUnreadable } from './knownRoom.ts';
import { byTitle } from './knownRooms.ts';
import type { MarksRecord } from './roomMarks.ts';

/** A group of the room tree with its rooms. */
export interface RoomGroup {
  readonly kind: 'found' | 'unread' | 'pinned' | 'recent' | 'direct' | 'rooms' | 'team' | 'hidden';
  /** Stable while the group exists. */
  readonly id: string;
  /** The room that names a team: the oldest, because the service creates a team's general room with the team. */
  readonly namedAfter?: Room;
  readonly rooms: readonly Room[];
}

/** What decides the group of a room. */
export interface RoomGroupOptions {
  /** The group of recent rooms has their order, the others that of all rooms. */
  readonly marks: Pick<MarksRecord, 'pinned' | 'recent' | 'hidden' | 'workspaceRoom'>;
  /** Room ids; by default no group of its own. */
  readonly unread?: ReadonlySet<string>;
}

/**
 * Groups rooms, each in one group only: unread, pinned, recently shared to, direct, without a team, one group per team by name,
 * and hidden.
 * @param rooms in the order to keep within each group
 * @param names the rooms that name the teams, see `teamNames`
 */
export function groupRooms(
  rooms: readonly Room[],
  { marks, unread }: RoomGroupOptions,
  names = teamNames(rooms),
): readonly RoomGroup[] {
  const pinned = new Set([...marks.pinned, marks.workspaceRoom]);
  const hidden = new Set(marks.hidden);
  const recent = new Map(marks.recent.map((id, index) => [id, index]));
  const byGroupId = Map.groupBy(rooms, (room) => {
    if (hidden.has(room.id)) return 'hidden';
    if (unread?.has(room.id)) return 'unread';
    if (pinned.has(room.id)) return 'pinned';
    if (recent.has(room.id)) return 'recent';
    if (room.type === 'direct') return 'direct';
    return room.teamId === undefined ? 'rooms' : `team:${room.teamId}`;
  });
  const group = (kind: Exclude<RoomGroup['kind'], 'team' | 'found'>): RoomGroup => {
    const members = byGroupId.get(kind) ?? [];
    const placeOf = ({ id }: Room): number => recent.get(id) ?? 0;
    const sorted = kind === 'recent' ? members.toSorted((one, other) => placeOf(one) - placeOf(other)) : members;
    return { kind, id: kind, rooms: sorted };
  };
  const first = (['unread', 'pinned', 'recent', 'direct', 'rooms'] as const).map(group);
  const groups = [...first, ...teamGroups(byGroupId, names), group('hidden')];
  return groups.filter((each) => each.rooms.length > 0);
}

/** Sorted by name, unnamed teams last, so that activity does not move a group. */
function teamGroups(
  byGroupId: ReadonlyMap<string, readonly Room[]>,
  names: ReadonlyMap<string, Room>,
): readonly RoomGroup[] {
  const groups = [...byGroupId].filter(([id]) => id.startsWith('team:'));
  const named = groups.map(([id, members]) => {
    const namedAfter = names.get(id.slice('team:'.length));
    const name = namedAfter === undefined ? '\uffff' : foldedTitle(namedAfter);
    return { name, group: { kind: 'team', id, rooms: members, ...(namedAfter && { namedAfter }) } as const };
  });
  return named.sort((one, other) => byTitle.compare(one.name, other.name)).map(({ group }) => group);
}

/** The oldest readable room of each team. A room without a creation time is used only if there is no other. */
export function teamNames(rooms: readonly Room[]): ReadonlyMap<string, Room> {
  const oldest = new Map<string, { readonly room: Room; readonly createdMs: number }>();
  for (const room of rooms) {
    if (room.teamId === undefined || room.type === 'direct' || isUnreadable(room)) continue;
    const createdMs = timeMs(room.created) || Number.MAX_SAFE_INTEGER;
    const known = oldest.get(room.teamId);
    if (known === undefined || createdMs < known.createdMs) oldest.set(room.teamId, { room, createdMs });
  }
  return new Map(Array.from(oldest, ([teamId, { room }]) => [teamId, room]));
}
