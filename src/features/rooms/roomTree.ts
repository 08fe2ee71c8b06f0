import { EventEmitter, type TreeDataProvider, type TreeItem } from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { groupRooms, type RoomGroup, type RoomPlaces, teamNames } from '../../core/rooms/groupRooms.ts';
import { groupsDifference } from '../../core/rooms/groupsDifference.ts';
import type { RoomOrder } from '../../core/rooms/knownRooms.ts';
import { anyFailureWords } from '../../host/words/failureWords.ts';
import type { WayOut } from '../../host/words/words.ts';
import { groupItem, moreItem, restItem, wayOutItem } from './roomItems.ts';
import { type RoomRow, RowDrawing, type RowDrawingPorts } from './rowDrawing.ts';

interface GroupNode {
  readonly kind: 'group';
  readonly groupId: string;
}

/** A row of the Rooms view. The same row is always the same object: VS Code knows rows by that. */
export type RoomTreeNode =
  | GroupNode
  | RoomRow
  | { readonly kind: 'rest'; readonly groupId: string }
  | { readonly kind: 'more' }
  | { readonly kind: 'wayOut'; readonly way: WayOut };

/** What the user wants to see of the rooms. */
export interface TreeWishes {
  readonly order: RoomOrder;
  readonly showsHidden: boolean;
  /** Only rooms that answer this search; all when it is empty. */
  readonly filter: string;
}

/** So many rooms of a group are drawn at first, and so many more each time: VS Code holds a row for each. */
const rowsAtATime = 500;
/** Who filters looks at the first rooms, and types on when theirs is not among them. */
const foundAtATime = 200;
const more = { kind: 'more' } as const;

/**
 * The Rooms view's rows: headings, their rooms, and the way to the next page; above them what can be done when the listing
 * failed. Draws anew only what is different.
 */
export class RoomTree implements TreeDataProvider<RoomTreeNode>, Disposable {
  readonly #ports: RowDrawingPorts;
  readonly #owned = new DisposableStore();
  readonly #changes = this.#owned.add(new EventEmitter<RoomTreeNode | RoomTreeNode[] | undefined>());
  readonly onDidChangeTreeData = this.#changes.event;
  readonly #wishChanges = this.#owned.add(new EventEmitter<void>());
  readonly onDidWish = this.#wishChanges.event;
  readonly #headings = new Map<string, GroupNode>();
  readonly #rows = new Map<string, Map<string, RoomRow>>();
  readonly #rowCounts = new Map<string, number>();
  #wishes: TreeWishes;
  #groups: readonly RoomGroup[] = [];
  readonly #drawing: RowDrawing;
  #outline = '';
  #foundCount = 0;
  #isLoading = false;

  constructor(ports: RowDrawingPorts, wishes: TreeWishes) {
    this.#ports = ports;
    this.#wishes = wishes;
    this.#drawing = new RowDrawing(ports, this.#placesNow());
    const { directory, marks, emails } = ports;
    this.#owned.add(
      directory.onDidChangeRooms(({ added, changed }) => {
        this.#drawing.teams = teamNames(directory.rooms);
        this.#render([...added, ...changed]);
      }),
    );
    this.#owned.add(directory.onDidChange(() => this.#renderFrame()));
    this.#owned.add(marks.onDidChange(() => this.#render([])));
    this.#owned.add(emails.onDidChange(() => this.#render([])));
  }

  get wishes(): TreeWishes {
    return this.#wishes;
  }

  /** How many rooms answer the filter. */
  get foundCount(): number {
    return this.#foundCount;
  }

  /** Shows what the user wants now. */
  wish(wishes: Partial<TreeWishes>): void {
    this.#wishes = { ...this.#wishes, ...wishes };
    this.#rowCounts.clear();
    this.#render([]);
    this.#wishChanges.fire();
  }

  /** Draws more rooms of a group that holds more than are drawn. */
  showMore(groupId: string): void {
    const isFound = groupId === 'found';
    this.#rowCounts.set(groupId, this.#rowCount(groupId) + (isFound ? foundAtATime : rowsAtATime));
    if (isFound) this.#groups = this.#groupsNow();
    this.#changes.fire(this.#heading(groupId));
  }

  /** Draws the rows anew that say something of a time that is no longer true. */
  redrawTimes(): void {
    this.#render([]);
  }

  getTreeItem(node: RoomTreeNode): TreeItem {
    if (node.kind === 'group') return groupItem(this.#group(node.groupId), this.#roomCount(this.#group(node.groupId)));
    if (node.kind === 'room') return this.#drawing.itemOf(node);
    if (node.kind === 'rest') {
      return restItem(node.groupId, this.#roomCount(this.#group(node.groupId)) - this.#rowCount(node.groupId));
    }
    if (node.kind === 'wayOut') return wayOutItem(node.way);
    return moreItem(this.#isLoading);
  }

  getChildren(node?: RoomTreeNode): RoomTreeNode[] {
    if (node?.kind === 'group') return this.#rowsOf(node.groupId);
    if (node !== undefined) return [];
    const { hasMore } = this.#ports.directory.snapshot;
    const shown = new Set(this.#groups.map(({ id }) => id));
    for (const id of this.#rows.keys()) if (!shown.has(id)) this.#rows.delete(id);
    return [
      ...this.#waysOut().map((way) => ({ kind: 'wayOut', way }) as const),
      ...this.#groups.map(({ id }) => this.#heading(id)),
      ...(hasMore ? [more] : []),
    ];
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #render(changed: readonly string[]): void {
    const groups = this.#groupsNow();
    const difference = groupsDifference(this.#groups, groups, new Set(changed), (id) => this.#rowCount(id));
    this.#groups = groups;
    if (this.#isOutlineNew()) {
      this.#changes.fire(undefined);
      return;
    }
    const changedRooms = new Set(difference.roomIds);
    const redrawn = new Set(difference.groupIds);
    const rows = Array.from(this.#rows).flatMap(([groupId, byId]) => (redrawn.has(groupId) ? [] : [...byId.values()]));
    const stale = rows.filter((row) => changedRooms.has(row.roomId) || this.#drawing.isStale(row));
    const nodes = [...difference.groupIds.map((id) => this.#heading(id)), ...stale];
    if (nodes.length > 0) this.#changes.fire(nodes);
  }

  /** What stands around the rooms: the ways out and the way to more. */
  #renderFrame(): void {
    const { hasMore, status } = this.#ports.directory.snapshot;
    const wasLoading = this.#isLoading;
    this.#isLoading = status === 'loading';
    if (this.#isOutlineNew()) this.#changes.fire(undefined);
    else if (hasMore && this.#isLoading !== wasLoading) this.#changes.fire(more);
  }

  #isOutlineNew(): boolean {
    const { hasMore } = this.#ports.directory.snapshot;
    const outline = JSON.stringify([this.#waysOut(), this.#groups.map(({ id }) => id), hasMore]);
    const isNew = outline !== this.#outline;
    this.#outline = outline;
    return isNew;
  }

  #groupsNow(): readonly RoomGroup[] {
    const { directory } = this.#ports;
    const { order, filter } = this.#wishes;
    const places = this.#placesNow();
    this.#drawing.places = places;
    if (filter === '') return groupRooms(directory.sorted(order), places, this.#drawing.teams);
    const found = directory.search(filter, this.#rowCount('found'));
    this.#foundCount = found.totalCount;
    return found.totalCount === 0 ? [] : [{ kind: 'found', id: 'found', rooms: found.rooms }];
  }

  #placesNow(): RoomPlaces {
    const { pinned, recent, hidden, workspaceRoom } = this.#ports.marks.record;
    return {
      pinned: new Set(workspaceRoom === undefined ? pinned : [...pinned, workspaceRoom]),
      hidden: new Set(hidden),
      ...{ recent, showsHidden: this.#wishes.showsHidden },
    };
  }

  #waysOut(): readonly WayOut[] {
    const { status, error } = this.#ports.directory.snapshot;
    return status === 'failed' ? anyFailureWords(error).waysOut : [];
  }

  #group(groupId: string): RoomGroup {
    return this.#groups.find(({ id }) => id === groupId) ?? { kind: 'rooms', id: groupId, rooms: [] };
  }

  #heading(groupId: string): GroupNode {
    const known = this.#headings.get(groupId);
    if (known !== undefined) return known;
    const heading = { kind: 'group', groupId } as const;
    this.#headings.set(groupId, heading);
    return heading;
  }

  #rowCount(groupId: string): number {
    return this.#rowCounts.get(groupId) ?? (groupId === 'found' ? foundAtATime : rowsAtATime);
  }

  /** Of a search only the first rooms are given. */
  #roomCount({ kind, rooms }: RoomGroup): number {
    return kind === 'found' ? this.#foundCount : rooms.length;
  }

  #rowsOf(groupId: string): RoomTreeNode[] {
    const group = this.#group(groupId);
    const known = this.#rows.get(groupId);
    const rows = group.rooms
      .slice(0, this.#rowCount(groupId))
      .map(({ id }): RoomRow => known?.get(id) ?? { kind: 'room', roomId: id, groupId });
    this.#rows.set(groupId, new Map(rows.map((row) => [row.roomId, row])));
    return rows.length < this.#roomCount(group) ? [...rows, { kind: 'rest', groupId }] : rows;
  }
}
