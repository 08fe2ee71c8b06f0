import { l10n } from 'vscode';

/** The heading of a group with its number of rooms, for screen readers. */
export function groupLabel(title: string, roomCount: number): string {
  return roomCount === 1 ? l10n.t('{0}, 1 room', title) : l10n.t('{0}, {1} rooms', title, roomCount);
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
