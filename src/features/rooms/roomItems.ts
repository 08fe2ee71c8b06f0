import { type Command, l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri } from 'vscode';
import type { Room } from '../../core/api/resources.ts';
import { safeFileName } from '../../core/attachments/fileNames.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { colourOf, initialsOf } from '../../core/messages/authorNames.ts';
import type { RoomGroup } from '../../core/rooms/groupRooms.ts';
import { isUnreadable } from '../../core/rooms/knownRoom.ts';
import { type ErrorAction, errorActionCommands, errorActionLabel } from '../../host/errors/errorMessage.ts';
import { groupTitle, roomTitle } from '../../host/ui/groupTitle.ts';
import { plainTooltip, relativeTime } from '../../host/vscode/formats.ts';
import { roomScheme } from '../../host/vscode/uris.ts';

/** Those of the avatars in the room view, by `colourOf`. */
const avatarColours = ['#455a64', '#0b5cad', '#a31515', '#6b3fa0', '#00695c', '#8a4b08', '#ad1457', '#2e6b1f'];

/** State for a row besides the room itself. */
export interface RoomFacts {
  readonly isUnread?: boolean;
  readonly isPinned?: boolean;
  readonly isHidden?: boolean;
  /** Pinned for the current workspace. */
  readonly isWorkspaceRoom?: boolean;
  /** The name of its team, unless the heading shows it. */
  readonly team?: string;
  /** The e-mail address of the person, if another direct room has the same name. */
  readonly email?: string;
}

/** @param unread the number of unread rooms, if the heading shows it, and whether all rooms of the group Unread are read */
export function groupItem(
  group: RoomGroup,
  roomCount = group.rooms.length,
  { headingCount: unreadCount, isRead } = { headingCount: 0, isRead: false },
): TreeItem {
  const title = isRead ? l10n.t('Just Read') : groupTitle(group);
  const { Collapsed, Expanded } = TreeItemCollapsibleState;
  const item = new TreeItem(title, group.kind === 'hidden' ? Collapsed : Expanded);
  item.id = `group:${group.id}`;
  item.contextValue = 'group';
  const label = roomCount === 1 ? l10n.t('{0}, 1 room', title) : l10n.t('{0}, {1} rooms', title, roomCount);
  item.accessibilityInformation = { label: unreadCount === 0 ? label : `${label}, ${unreadText(unreadCount)}` };
  if (unreadCount > 0) item.description = `${unreadCount}`;
  return item;
}

/** The row of a room. Enter and a double click open the reader; a click only selects the row. */
export function roomItem(room: Room, nowMs: number, facts: RoomFacts = {}): TreeItem {
  const item = isUnreadable(room) ? unreadableItem(room) : readableItem(room, nowMs, facts);
  item.id = `room:${room.id}`;
  item.command = { command: '_roomside.openRoom', title: l10n.t('Read Room'), arguments: [room.id] };
  item.contextValue += contextOf(facts);
  return item;
}

/** Suffixes that the `when` clauses of the manifest match, in this order. */
function contextOf({ isPinned, isHidden, isWorkspaceRoom, isUnread }: RoomFacts): string {
  return `${isPinned ? '.pinned' : ''}${isHidden ? '.hidden' : ''}${isWorkspaceRoom ? '.workspace' : ''}${isUnread ? '.new' : ''}`;
}

function readableItem(room: Room, nowMs: number, facts: RoomFacts): TreeItem {
  const { isUnread, isWorkspaceRoom, team } = facts;
  const email = displayTitle(facts.email ?? '');
  const title = roomTitle(room);
  const activity = relativeTime(room.lastActivity, nowMs);
  const workspace = isWorkspaceRoom ? l10n.t('this workspace') : '';
  // Not highlighted when unread: VS Code draws that like the match of a search.
  const item = new TreeItem(title, TreeItemCollapsibleState.None);
  item.description = [workspace, email, team, activity].filter(Boolean).join(' · ');
  // For the decoration of unread rooms, and for dragging the row into the editor area.
  item.resourceUri = roomAddress(room.id, room.title);
  item.iconPath = iconOf(room, facts);
  item.contextValue = room.isLocked ? 'room.open.locked' : 'room.open';
  item.tooltip = plainTooltip([
    title,
    isWorkspaceRoom ? l10n.t('Pinned for this workspace') : '',
    facts.isPinned ? l10n.t('Pinned') : '',
    email,
    team ?? '',
    room.isLocked ? l10n.t('Locked by its moderators') : '',
    activity && l10n.t('Last activity: {0}', activity),
    isUnread ? l10n.t('Unread') : '',
  ]);
  const pinned = facts.isPinned && l10n.t('pinned');
  const accessibleLabel = [
    title,
    room.isLocked && l10n.t('locked'),
    pinned,
    isUnread && l10n.t('unread'),
    workspace,
    email,
    team,
    activity,
  ];
  item.accessibilityInformation = { label: accessibleLabel.filter(Boolean).join(', ') };
  return item;
}

/** The icon of the state that matters most when sending. The tooltip names all of them. */
function iconOf(room: Room, { isPinned, isWorkspaceRoom, isUnread }: RoomFacts): ThemeIcon | Uri {
  const icon = (id: string): ThemeIcon =>
    new ThemeIcon(id, isUnread ? new ThemeColor('list.highlightForeground') : undefined);
  if (room.isLocked) return icon('lock');
  if (isPinned || isWorkspaceRoom) return icon('pinned');
  const initials = room.type === 'direct' ? initialsOf(roomTitle(room)) : '';
  if (initials === '') return icon(room.type === 'direct' ? 'account' : 'comment-discussion');
  const colour = avatarColours[colourOf(room.title)];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="8" fill="${colour}"/><text x="8" y="11" text-anchor="middle" font-family="sans-serif" font-size="8" font-weight="600" fill="#fff">${initials}</text></svg>`;
  return Uri.from({ scheme: 'data', path: `image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` });
}

/** The row of a room whose title is unreadable, with the reason [A60]. */
function unreadableItem(room: Room): TreeItem {
  const error = room.errors?.title;
  const reason = displayTitle(error?.reason ?? error?.code ?? '');
  const item = new TreeItem(l10n.t('Title unavailable'), TreeItemCollapsibleState.None);
  item.description = l10n.t("couldn't be decrypted");
  item.iconPath = new ThemeIcon('warning');
  item.contextValue = 'room.unreadable';
  item.tooltip = plainTooltip([l10n.t("Couldn't decrypt the title of this room."), reason]);
  item.accessibilityInformation = { label: l10n.t('Room without a readable title: {0}', reason) };
  return item;
}

/** A row that runs a command. @param id begins with what the `when` clauses of the manifest match */
function actionItem(id: string, label: string, icon: string, command?: Omit<Command, 'title'>): TreeItem {
  const item = new TreeItem(label, TreeItemCollapsibleState.None);
  item.id = id;
  item.contextValue = id.replace(/:.*/, '');
  item.iconPath = new ThemeIcon(icon);
  if (command !== undefined) item.command = { ...command, title: label };
  return item;
}

/** The last row of a group with more rooms than it shows. */
export function showMoreItem(groupId: string, hiddenCount: number): TreeItem {
  const command = { command: '_roomside.showMoreRooms', arguments: [groupId] };
  return actionItem(`showMore:${groupId}`, l10n.t('Show More ({0})', hiddenCount), 'ellipsis', command);
}

/** The last row while the service has more pages. */
export function loadMoreItem(isLoading: boolean): TreeItem {
  const item = isLoading
    ? actionItem('loadMore', l10n.t('Loading…'), 'loading~spin')
    : actionItem('loadMore', l10n.t('Load More'), 'ellipsis', { command: '_roomside.loadMoreRooms' });
  item.tooltip = l10n.t('More rooms are available.');
  return item;
}

const errorActionIcons = {
  retry: 'refresh',
  signIn: 'account',
  openSettings: 'gear',
  changeScopePrefix: 'gear',
  diagnose: 'pulse',
  showLog: 'output',
} as const;

/** A row that runs an error action after the list of rooms failed. The message of the view has the error. */
export function errorActionItem(action: ErrorAction): TreeItem {
  const command = action === 'retry' ? { command: 'roomside.refreshRooms' } : errorActionCommands[action];
  return actionItem(`errorAction:${action}`, errorActionLabel(action), errorActionIcons[action], command);
}

/** The tooltip of the number on the Roomside icon. */
export function unreadText(roomCount: number): string {
  return roomCount === 1 ? l10n.t('1 unread room') : l10n.t('{0} unread rooms', roomCount);
}

/** The message above the rooms while they are filtered. */
export function filterMessage(
  filter: string,
  { foundCount, roomCount, hasMore }: { foundCount: number; roomCount: number; hasMore: boolean },
): string {
  if (foundCount === 0 && !hasMore) return l10n.t('No rooms match “{0}”', filter);
  return `${l10n.t('Filter: {0}', filter)} — ${foundText(foundCount, roomCount, hasMore)}`;
}

function foundText(foundCount: number, roomCount: number, hasMore: boolean): string {
  if (hasMore) return l10n.t('{0} of {1} rooms loaded so far', foundCount, roomCount);
  return roomCount === 1 ? l10n.t('{0} of 1 room', foundCount) : l10n.t('{0} of {1} rooms', foundCount, roomCount);
}

/** The URI of a room: the id in the query, and a readable name in the path for VS Code to show. */
export function roomAddress(roomId: string, title: string): Uri {
  const name = safeFileName(displayTitle(title), 'room');
  return Uri.from({ scheme: roomScheme, path: `/${name}`, query: roomId });
}
