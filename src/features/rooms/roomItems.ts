import { l10n, MarkdownString, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { Room } from '../../core/api/resources.ts';
import { displayTitle } from '../../core/rooms/displayTitle.ts';
import { isUnreadable, type RoomGroup } from '../../core/rooms/groupRooms.ts';
import { groupTitle } from '../../host/groupTitle.ts';
import { relativeTime } from '../../host/relativeTime.ts';
import { wayOutCommand } from '../../host/words/wayOutCommand.ts';
import { wayOutLabel } from '../../host/words/wayOutLabel.ts';
import type { WayOut } from '../../host/words/words.ts';

/** The row of a heading. */
export function groupItem(group: RoomGroup): TreeItem {
  const item = new TreeItem(groupTitle(group), TreeItemCollapsibleState.Expanded);
  item.id = `group:${group.id}`;
  item.contextValue = 'group';
  item.accessibilityInformation = { label: l10n.t('{0}, rooms: {1}', groupTitle(group), group.rooms.length) };
  return item;
}

/** The row of a room. It never acts on a click. */
export function roomItem(room: Room, nowMs: number): TreeItem {
  if (isUnreadable(room)) return unreadableItem(room);
  const title = displayTitle(room.title) || l10n.t('(no title)');
  const activity = relativeTime(room.lastActivity, nowMs);
  const item = new TreeItem(title, TreeItemCollapsibleState.None);
  item.id = `room:${room.id}`;
  item.description = activity;
  item.iconPath = new ThemeIcon(room.type === 'direct' ? 'account' : room.isLocked ? 'lock' : 'comment-discussion');
  item.contextValue = room.isLocked ? 'room.open.locked' : 'room.open';
  const locked = room.isLocked ? l10n.t('Locked by its moderators') : '';
  item.tooltip = plain([title, locked, activity && l10n.t('Last activity: {0}', activity)]);
  const spoken = [title, room.isLocked && l10n.t('locked'), activity].filter(Boolean);
  item.accessibilityInformation = { label: spoken.join(', ') };
  return item;
}

/** A room whose title could not be retrieved keeps its row, with the reason ("Partial failure in lists"). */
function unreadableItem(room: Room): TreeItem {
  const error = room.errors?.title;
  const reason = displayTitle(error?.reason ?? error?.code ?? '');
  const item = new TreeItem(l10n.t('Title not available'), TreeItemCollapsibleState.None);
  item.id = `room:${room.id}`;
  item.description = displayTitle(error?.code ?? '');
  item.iconPath = new ThemeIcon('warning');
  item.contextValue = 'room.unreadable';
  item.tooltip = plain([l10n.t('The title of this room could not be decrypted.'), reason]);
  item.accessibilityInformation = { label: l10n.t('Room without a readable title: {0}', reason) };
  return item;
}

/** The last row while another page exists. */
export function moreItem(isLoading: boolean): TreeItem {
  const label = isLoading ? l10n.t('Loading…') : l10n.t('Load More');
  const item = new TreeItem(label, TreeItemCollapsibleState.None);
  item.id = 'more';
  item.iconPath = new ThemeIcon(isLoading ? 'loading~spin' : 'ellipsis');
  item.contextValue = 'more';
  item.tooltip = l10n.t('There are more rooms than these.');
  if (!isLoading) item.command = { command: '_roomside.loadMoreRooms', title: label };
  return item;
}

const wayOutIcons = {
  retry: 'refresh',
  signIn: 'account',
  openSettings: 'gear',
  diagnose: 'pulse',
  showLog: 'output',
} as const;

/** A row that leads out of a failed listing; the view's message says what failed. */
export function wayOutItem(way: WayOut): TreeItem {
  const title = wayOutLabel(way);
  const item = new TreeItem(title, TreeItemCollapsibleState.None);
  item.id = `wayOut:${way}`;
  item.contextValue = 'wayOut';
  item.iconPath = new ThemeIcon(wayOutIcons[way]);
  item.command = { ...(way === 'retry' ? { command: 'roomside.refreshRooms' } : wayOutCommand(way)), title };
  return item;
}

/** A tooltip of lines in which nothing is markup. */
function plain(lines: readonly string[]): MarkdownString {
  const tooltip = new MarkdownString();
  for (const line of lines.filter(Boolean)) tooltip.appendText(`${line}\n`);
  return tooltip;
}
