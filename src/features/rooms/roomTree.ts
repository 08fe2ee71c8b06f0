import { EventEmitter, type TreeDataProvider, type TreeItem } from 'vscode';
import type { Room } from '../../core/api/resources.ts';
import type { Clock } from '../../core/base/clock.ts';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { groupRooms, type RoomGroup } from '../../core/rooms/groupRooms.ts';
import type { RoomDirectory } from '../../core/rooms/roomDirectory.ts';
import type { RoomNode } from '../../host/roomNode.ts';
import { anyFailureWords } from '../../host/words/failureWords.ts';
import type { WayOut } from '../../host/words/words.ts';
import { groupItem, moreItem, roomItem, wayOutItem } from './roomItems.ts';

/** A row of the Rooms view. */
export type RoomTreeNode =
  | { readonly kind: 'group'; readonly group: RoomGroup }
  | (RoomNode & { readonly room: Room })
  | { readonly kind: 'more' }
  | { readonly kind: 'wayOut'; readonly way: WayOut };

/** The Rooms view's rows: headings, their rooms, and the way to the next page; above them what can be done when the listing failed. */
export class RoomTree implements TreeDataProvider<RoomTreeNode>, Disposable {
  readonly #directory: RoomDirectory;
  readonly #clock: Clock;
  readonly #owned = new DisposableStore();
  readonly #changes = this.#owned.add(new EventEmitter<RoomTreeNode | undefined>());
  readonly onDidChangeTreeData = this.#changes.event;

  constructor(directory: RoomDirectory, clock: Clock) {
    this.#directory = directory;
    this.#clock = clock;
    this.#owned.add(directory.onDidChange(() => this.#changes.fire(undefined)));
  }

  getTreeItem(node: RoomTreeNode): TreeItem {
    if (node.kind === 'group') return groupItem(node.group);
    if (node.kind === 'room') return roomItem(node.room, this.#clock.now());
    if (node.kind === 'wayOut') return wayOutItem(node.way);
    return moreItem(this.#directory.snapshot.status === 'loading');
  }

  getChildren(node?: RoomTreeNode): RoomTreeNode[] {
    if (node?.kind === 'group') return node.group.rooms.map((room) => ({ kind: 'room', roomId: room.id, room }));
    if (node !== undefined) return [];
    const { rooms, hasMore, status, error } = this.#directory.snapshot;
    const { waysOut } = anyFailureWords(error);
    return [
      ...(status === 'failed' ? waysOut.map((way) => ({ kind: 'wayOut', way }) as const) : []),
      ...groupRooms(rooms).map((group) => ({ kind: 'group', group }) as const),
      ...(hasMore ? [{ kind: 'more' } as const] : []),
    ];
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
