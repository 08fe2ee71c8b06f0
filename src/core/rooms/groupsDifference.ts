import type { Room } from '../api/resources.ts';
import type { RoomGroup } from './groupRooms.ts';

/** The rows of the tree that have to be rendered again. */
export interface GroupsDifference {
  /** Groups were added, removed or moved. */
  readonly isOutlineChanged: boolean;
  /** Groups whose rendered rooms or number of rooms changed. */
  readonly groupIds: readonly string[];
  /** Rendered rooms that did not move but have new content. */
  readonly roomIds: readonly string[];
}

/**
 * Compares the rendered groups with the new ones.
 * @param changed ids of rooms with any change
 * @param renderedCount the number of rooms of a group that are rendered, from its first
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
