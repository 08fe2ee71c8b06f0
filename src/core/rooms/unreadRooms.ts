import type { RoomDirectory } from './roomDirectory.ts';
import type { RoomMarks } from './roomMarks.ts';

interface UnreadPorts {
  readonly directory: Pick<RoomDirectory, 'sorted' | 'activityMs'>;
  readonly marks: Pick<RoomMarks, 'record' | 'isHidden' | 'isUnread'>;
}

/** The ids of the rooms with unread activity, the newest first. Hidden rooms do not count. */
export function unreadRoomIds({ directory, marks }: UnreadPorts): readonly string[] {
  const { readUntilMs, unreadRooms } = marks.record;
  const ids: string[] = [];
  for (const { id } of directory.sorted('activity')) {
    const activityMs = directory.activityMs(id);
    // Rooms are sorted by activity: the remaining ones are read, but for those that the user has marked.
    if (activityMs <= readUntilMs && unreadRooms.length === 0) break;
    if (marks.isUnread(id, activityMs) && !marks.isHidden(id)) ids.push(id);
  }
  return ids;
}

/**
 * The room after `lastId`, the one that was opened last, or the first; `undefined` if there is none. A room may stay unread
 * after it was opened, because the user has not seen its end.
 */
export function nextUnreadRoom(ids: readonly string[], lastId: string | undefined): string | undefined {
  return ids[(ids.indexOf(lastId ?? '') + 1) % ids.length];
}

/**
 * The rooms of the group Unread. A room joins it at once. It stays after it was read, so that no row moves under the
 * cursor, until the rooms are listed again or all are marked as read.
 */
export class UnreadGroup {
  readonly #ports: UnreadPorts;
  #ids: ReadonlySet<string> = new Set();
  #unread: ReadonlySet<string> = new Set();
  #readUntilMs = 0;
  isCollapsed = false;

  constructor(ports: UnreadPorts) {
    this.#ports = ports;
  }

  get ids(): ReadonlySet<string> {
    return this.#ids;
  }

  /** All of its rooms have been read. */
  get isRead(): boolean {
    return this.#unread.size === 0;
  }

  /** The number of unread rooms in its heading while it is collapsed: a heading that changes renders its rows again. */
  get headingCount(): number {
    return this.isCollapsed ? this.#unread.size : 0;
  }

  /** Whether rooms of the group were read since the rooms were listed. */
  get hasRead(): boolean {
    return this.#ids.size > this.#unread.size;
  }

  /** @param isListed the rooms have just been listed */
  update(isListed: boolean): void {
    const { readUntilMs } = this.#ports.marks.record;
    const kept = isListed || readUntilMs !== this.#readUntilMs ? [] : this.#ids;
    this.#readUntilMs = readUntilMs;
    this.#unread = new Set(unreadRoomIds(this.#ports));
    this.#ids = new Set([...kept, ...this.#unread]);
    // VS Code expands a group that appears again.
    if (this.#ids.size === 0) this.isCollapsed = false;
  }
}
