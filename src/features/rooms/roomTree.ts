import { EventEmitter, type TreeDataProvider, type TreeItem } from 'vscode';
import type { Room } from '../../core/api/resources.ts';
import { Owner } from '../../core/base/disposable.ts';
import { groupRooms, type RoomGroup, teamNames } from '../../core/rooms/groupRooms.ts';
import type { RoomOrder } from '../../core/rooms/knownRooms.ts';
import { UnreadGroup } from '../../core/rooms/unreadRooms.ts';
import { describeError } from '../../host/errors/describeError.ts';
import type { ErrorAction } from '../../host/errors/errorMessage.ts';
import type { RoomPickPorts } from '../../host/ui/roomPickItems.ts';
import { errorActionItem, groupItem, loadMoreItem, showMoreItem } from './roomItems.ts';
import { type RoomTreeRow, rowItem, updateRow } from './roomRow.ts';

interface GroupNode {
  readonly kind: 'group';
  readonly groupId: string;
  /** What the group shows, to see when it changes. */
  renderedKey?: string;
}

/** A row of the Rooms view. VS Code identifies rows by object identity, so a row is always the same object. */
export type RoomTreeNode =
  | GroupNode
  | RoomTreeRow
  | { readonly kind: 'showMore'; readonly groupId: string }
  | { readonly kind: 'loadMore' }
  | { readonly kind: 'errorAction'; readonly action: ErrorAction };

/** What the view shows of the rooms. */
export interface ViewOptions {
  readonly order: RoomOrder;
  /** Search text; empty for all rooms. */
  readonly filter: string;
}

/** Rows of a group at first, and per "Show More": VS Code keeps an object for each row. */
const rowsPerStep = 500;
/** The same for a filter: users look at the first matches and then type on. */
const foundRowsPerStep = 200;
const loadMore = { kind: 'loadMore' } as const;

/**
 * The data provider of the Rooms view: headings, rooms and "Load More", or error actions after a failure. Fires only
 * for changed rows.
 */
export class RoomTree extends Owner implements TreeDataProvider<RoomTreeNode> {
  readonly #ports: RoomPickPorts;
  readonly #changes = this.own(new EventEmitter<RoomTreeNode | RoomTreeNode[] | undefined>());
  readonly onDidChangeTreeData = this.#changes.event;
  readonly #optionChanges = this.own(new EventEmitter<void>());
  readonly onDidChangeOptions = this.#optionChanges.event;
  readonly #headings = new Map<string, GroupNode>();
  readonly #rows = new Map<string, Map<string, RoomTreeRow>>();
  readonly #rowCounts = new Map<string, number>();
  #options: ViewOptions;
  #groups: readonly RoomGroup[] = [];
  /** The room that names each team. Key: team id. */
  #teams: ReadonlyMap<string, Room> = new Map();
  readonly #unread: UnreadGroup;
  #outline = '';
  #foundCount = 0;
  #isLoading = false;

  constructor(ports: RoomPickPorts, options: ViewOptions) {
    super();
    this.#ports = ports;
    this.#options = options;
    this.#unread = new UnreadGroup(ports);
    const { directory, marks, emails } = ports;
    this.own(
      directory.onDidChangeRooms(() => {
        this.#teams = teamNames(directory.rooms);
        this.#render();
      }),
    );
    this.own(directory.onDidChange(({ status }) => this.#renderFrame(status !== 'loading')));
    this.own(marks.onDidChange(() => this.#render()));
    this.own(emails.onDidChange(() => this.#render()));
  }

  get options(): ViewOptions {
    return this.#options;
  }

  /** The number of rooms that match the filter. */
  get foundCount(): number {
    return this.#foundCount;
  }

  setOptions(options: Partial<ViewOptions>): void {
    this.#options = { ...this.#options, ...options };
    this.#rowCounts.clear();
    this.#render();
    this.#optionChanges.fire();
  }

  /** Shows more rooms of a group. */
  showMore(groupId: string): void {
    const isFound = groupId === 'found';
    this.#rowCounts.set(groupId, this.#rowCount(groupId) + (isFound ? foundRowsPerStep : rowsPerStep));
    if (isFound) this.#groups = this.#groupsNow();
    this.#changes.fire(this.#heading(groupId));
  }

  /** The heading of a collapsed group shows how many of its rooms are unread. */
  setCollapsed(node: RoomTreeNode, isCollapsed: boolean): void {
    if (node.kind !== 'group' || node.groupId !== 'unread') return;
    this.#unread.isCollapsed = isCollapsed;
    this.#render();
  }

  /** Updates the rows whose relative time has changed. */
  refreshTimes(): void {
    this.#render();
  }

  getTreeItem(node: RoomTreeNode): TreeItem {
    if (node.kind === 'group') return this.#groupItem(node);
    if (node.kind === 'room') return rowItem(this.#ports, this.#teams, node);
    if (node.kind === 'showMore') {
      return showMoreItem(node.groupId, this.#roomCount(this.#group(node.groupId)) - this.#rowCount(node.groupId));
    }
    if (node.kind === 'errorAction') return errorActionItem(node.action);
    return loadMoreItem(this.#isLoading);
  }

  getChildren(node?: RoomTreeNode): RoomTreeNode[] {
    if (node?.kind === 'group') return this.#rowsOf(node.groupId);
    if (node !== undefined) return [];
    const { hasMore } = this.#ports.directory.snapshot;
    const shown = new Set(this.#groups.map(({ id }) => id));
    for (const id of this.#rows.keys()) if (!shown.has(id)) this.#rows.delete(id);
    return [
      ...this.#errorActions().map((action) => ({ kind: 'errorAction', action }) as const),
      ...this.#groups.map(({ id }) => this.#heading(id)),
      ...(hasMore ? [loadMore] : []),
    ];
  }

  #groupItem(heading: GroupNode): TreeItem {
    const group = this.#group(heading.groupId);
    this.#update(group);
    const unread = group.kind === 'unread' ? this.#unread : { headingCount: 0, isRead: false };
    return groupItem(group, this.#roomCount(group), unread);
  }

  /** Whether a group has changed since this was asked last, besides the content of its rows. */
  #update(group: RoomGroup): boolean {
    const heading = this.#heading(group.id);
    const ids = group.rooms.slice(0, this.#rowCount(group.id)).map(({ id }) => id);
    const { namedAfter: { id, title } = {}, kind, rooms } = group;
    const key = JSON.stringify([
      id,
      title,
      kind === 'unread' && [this.#unread.headingCount, this.#unread.isRead],
      rooms.length,
      ids,
    ]);
    const isChanged = heading.renderedKey !== key;
    heading.renderedKey = key;
    return isChanged;
  }

  /** @param isListed the rooms have just been listed */
  #render(isListed = false): void {
    this.#unread.update(isListed);
    this.#groups = this.#groupsNow();
    if (this.#updateOutline()) {
      this.#changes.fire(undefined);
      return;
    }
    const redrawn = new Set(this.#groups.filter((group) => this.#update(group)).map(({ id }) => id));
    const rows = [...this.#rows].flatMap(([id, byId]) => (redrawn.has(id) ? [] : [...byId.values()]));
    const nodes = [
      ...Array.from(redrawn, (id) => this.#heading(id)),
      ...rows.filter((row) => updateRow(this.#ports, this.#teams, row)),
    ];
    if (nodes.length > 0) this.#changes.fire(nodes);
  }

  /** Updates the rows that are not rooms: error actions and "Load More". @param isListed as in `render` */
  #renderFrame(isListed: boolean): void {
    if (isListed && this.#unread.hasRead) this.#render(true);
    const { hasMore, status } = this.#ports.directory.snapshot;
    const wasLoading = this.#isLoading;
    this.#isLoading = status === 'loading';
    if (this.#updateOutline()) this.#changes.fire(undefined);
    else if (hasMore && this.#isLoading !== wasLoading) this.#changes.fire(loadMore);
  }

  #updateOutline(): boolean {
    const { hasMore } = this.#ports.directory.snapshot;
    const outline = JSON.stringify([this.#errorActions(), this.#groups.map(({ id }) => id), hasMore]);
    const isChanged = outline !== this.#outline;
    this.#outline = outline;
    return isChanged;
  }

  #groupsNow(): readonly RoomGroup[] {
    const { directory, marks } = this.#ports;
    const { order, filter } = this.#options;
    const options = { marks: marks.record, unread: this.#unread.ids };
    if (filter === '') return groupRooms(directory.sorted(order), options, this.#teams);
    const found = directory.search(filter, this.#rowCount('found'));
    this.#foundCount = found.totalCount;
    return found.totalCount === 0 ? [] : [{ kind: 'found', id: 'found', rooms: found.rooms }];
  }

  #errorActions(): readonly ErrorAction[] {
    const { status, error } = this.#ports.directory.snapshot;
    return status === 'failed' ? describeError(error).actions : [];
  }

  #group(groupId: string): RoomGroup {
    return this.#groups.find(({ id }) => id === groupId) ?? { kind: 'rooms', id: groupId, rooms: [] };
  }

  #heading(groupId: string): GroupNode {
    const known = this.#headings.get(groupId);
    if (known !== undefined) return known;
    const heading: GroupNode = { kind: 'group', groupId };
    this.#headings.set(groupId, heading);
    return heading;
  }

  #rowCount(groupId: string): number {
    return this.#rowCounts.get(groupId) ?? (groupId === 'found' ? foundRowsPerStep : rowsPerStep);
  }

  /** A search returns only the first matches. */
  #roomCount({ kind, rooms }: RoomGroup): number {
    return kind === 'found' ? this.#foundCount : rooms.length;
  }

  #rowsOf(groupId: string): RoomTreeNode[] {
    const group = this.#group(groupId);
    const known = this.#rows.get(groupId);
    const rows = group.rooms
      .slice(0, this.#rowCount(groupId))
      .map(({ id }): RoomTreeRow => known?.get(id) ?? { kind: 'room', roomId: id, groupId });
    this.#rows.set(groupId, new Map(rows.map((row) => [row.roomId, row])));
    return rows.length < this.#roomCount(group) ? [...rows, { kind: 'showMore', groupId }] : rows;
  }
}
