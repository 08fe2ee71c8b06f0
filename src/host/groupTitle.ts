import { l10n } from 'vscode';
import { displayTitle } from '../core/rooms/displayTitle.ts';
import type { RoomGroup } from '../core/rooms/groupRooms.ts';

/** The heading of a group of rooms, in the user's language. */
export function groupTitle(group: RoomGroup): string {
  if (group.kind === 'direct') return l10n.t('Direct');
  if (group.kind === 'rooms') return l10n.t('Rooms');
  return group.namedAfter === undefined ? l10n.t('Team') : l10n.t('Team {0}', displayTitle(group.namedAfter.title));
}
