import type { Room } from '../api/resources.ts';

/** A heading of the room tree with its rooms, newest activity first. */
export interface RoomGroup {
  readonly kind: 'direct' | 'rooms' | 'team';
  /** Stays the same while the group exists. */
  readonly id: string;
  /** The room that names a team: the one created first, as the service makes a team's general room with it. */
  readonly namedAfter?: Room;
  readonly rooms: readonly Room[];
}

/** Puts rooms under their headings: direct ones, those of no team, then a group for each team by latest activity. */
export function groupRooms(rooms: readonly Room[]): readonly RoomGroup[] {
  const sorted = [...rooms].sort(byLastActivity);
  const direct = sorted.filter((room) => room.type === 'direct');
  const others = sorted.filter((room) => room.type !== 'direct');
  const groups: RoomGroup[] = [
    { kind: 'direct', id: 'direct', rooms: direct },
    { kind: 'rooms', id: 'rooms', rooms: others.filter((room) => room.teamId === undefined) },
    ...teamsOf(others),
  ];
  return groups.filter((group) => group.rooms.length > 0);
}

/** Newest activity first; rooms without one last, in the order they came. */
export function byLastActivity(a: Room, b: Room): number {
  return activityMs(b) - activityMs(a);
}

function activityMs(room: Room): number {
  const at = Date.parse(room.lastActivity ?? '');
  return Number.isNaN(at) ? 0 : at;
}

/** One that does not tell is taken for the newest: it must not name the team. */
function createdMs(room: Room): number {
  const at = Date.parse(room.created ?? '');
  return Number.isNaN(at) ? Number.MAX_SAFE_INTEGER : at;
}

function teamsOf(rooms: readonly Room[]): readonly RoomGroup[] {
  const byTeam = Map.groupBy(
    rooms.filter((room) => room.teamId !== undefined),
    (room) => room.teamId ?? '',
  );
  return [...byTeam].map(([teamId, members]) => {
    const readable = members.filter((room) => !isUnreadable(room));
    const [first] = readable.toSorted((a, b) => createdMs(a) - createdMs(b));
    return { kind: 'team', id: `team:${teamId}`, rooms: members, ...(first && { namedAfter: first }) };
  });
}

/** Whether the title could not be retrieved, so that what stands in its place must not be taken for a name. */
export function isUnreadable(room: Room): boolean {
  return room.errors?.title !== undefined;
}
