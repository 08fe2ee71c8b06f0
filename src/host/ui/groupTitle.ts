import { l10n } from 'vscode';
import type { Room } from '../../core/api/resources.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { RoomGroup } from '../../core/rooms/groupRooms.ts';

/** The heading of a group of rooms, in the user's language. */
export function groupTitle(group: RoomGroup): string {
  const titles = {
    found: l10n.t('Matching Rooms'),
    unread: l10n.t('Unread'),
    pinned: l10n.t('Pinned'),
    recent: l10n.t('Recent'),
    direct: l10n.t('Direct'),
    rooms: l10n.t('Rooms'),
    team: teamTitle(group.namedAfter),
    hidden: l10n.t('Hidden'),
  };
  return titles[group.kind];
}

/** The title of a room, safe to display. */
export function roomTitle(room: Pick<Room, 'title'> | undefined): string {
  return displayTitle(room?.title ?? '') || l10n.t('(no title)');
}

/** The name of a team, after the room that names it. */
export function teamTitle(namedAfter: Room | undefined): string {
  return namedAfter === undefined ? l10n.t('Team') : l10n.t('Team {0}', displayTitle(namedAfter.title));
}
