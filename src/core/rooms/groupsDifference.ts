import type { Room } from '../api/resources.ts';
import type { RoomGroup } from './groupRooms.ts';

/** Which rows of the tree must be drawn anew. */
export interface GroupsDifference {
  /** Headings came, went or changed places. */
  readonly isOutlineChanged: boolean;
  /** Groups of which the drawn rooms are others, or stand in another order, or that have more rooms or fewer. */
  readonly groupIds: readonly string[];
  /** Drawn rooms that stay where they are and say something else. */
  readonly roomIds: readonly string[];
}

/**
 * Compares what is shown with what shall be shown.
 * @param changed rooms of which something is different
 * @param renderedCount how many rooms of a group are drawn, from its first
 */
export function groupsDifference(
  before: readonly RoomGroup[],
  after: readonly RoomGroup[],
  changed: ReadonlySet<string>,
  renderedCount: (groupId: string) => number,
): GroupsDifference {
  const isOutlineChanged = before.length !== after.length || before.some(({ id }, index) => id !== after[index]?.id);
  const shown = new Map(before.map((group) => [group.id, group]));
  const groupIds: string[] = [];
  const roomIds: string[] = [];
  for (const group of after) {
    const old = shown.get(group.id);
    if (old === undefined) continue;
    const rendered = group.rooms.slice(0, renderedCount(group.id));
    if (!hasSameRows(old, group, rendered)) groupIds.push(group.id);
    else if (changed.size > 0) for (const { id } of rendered) if (changed.has(id)) roomIds.push(id);
  }
  return { isOutlineChanged, groupIds, roomIds };
}

function hasSameRows(one: RoomGroup, other: RoomGroup, drawn: readonly Room[]): boolean {
  if (one.rooms.length !== other.rooms.length) return false;
  const isSameName = one.namedAfter?.id === other.namedAfter?.id && one.namedAfter?.title === other.namedAfter?.title;
  return isSameName && drawn.every(({ id }, index) => id === one.rooms[index]?.id);
}
