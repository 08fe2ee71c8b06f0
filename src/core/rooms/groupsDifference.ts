import type { RoomGroup } from './groupRooms.ts';

/** Which rows of the tree must be drawn anew. */
export interface GroupsDifference {
  /** Headings came, went or changed places. */
  readonly isOutlineChanged: boolean;
  /** Groups whose rooms are others, or stand in another order; their rooms are drawn with them. */
  readonly groupIds: readonly string[];
  /** Rooms that stay where they are and say something else. */
  readonly roomIds: readonly string[];
}

/**
 * Compares what is shown with what shall be shown.
 * @param changed rooms of which something is different
 */
export function groupsDifference(
  before: readonly RoomGroup[],
  after: readonly RoomGroup[],
  changed: ReadonlySet<string>,
): GroupsDifference {
  const isOutlineChanged = before.length !== after.length || before.some(({ id }, index) => id !== after[index]?.id);
  const shown = new Map(before.map((group) => [group.id, group]));
  const groupIds: string[] = [];
  const roomIds: string[] = [];
  for (const group of after) {
    const old = shown.get(group.id);
    if (old === undefined) continue;
    if (!hasSameRows(old, group)) groupIds.push(group.id);
    else if (changed.size > 0) for (const { id } of group.rooms) if (changed.has(id)) roomIds.push(id);
  }
  return { isOutlineChanged, groupIds, roomIds };
}

function hasSameRows(one: RoomGroup, other: RoomGroup): boolean {
  if (one.rooms.length !== other.rooms.length) return false;
  const isSameName = one.namedAfter?.id === other.namedAfter?.id && one.namedAfter?.title === other.namedAfter?.title;
  return isSameName && one.rooms.every((room, index) => room.id === other.rooms[index]?.id);
}
