import { l10n } from 'vscode';
import { displayTitle } from '../core/base/text/displayText.ts';
import type { RoomIdentity } from '../core/terminal/findRooms.ts';
import { teamTitle } from './ui/groupTitle.ts';

/**
 * The lines of a confirmation that identify the room: title, team, end of the id, and whether other rooms have the same
 * title.
 */
export function roomLines({ room, team, idSuffix, sameTitleCount }: RoomIdentity): readonly string[] {
  const place = room.teamId === undefined ? [] : [teamTitle(team)];
  const end = l10n.t('ID ends in “{0}”', displayTitle(idSuffix));
  return [
    l10n.t('Room: {0}', [displayTitle(room.title), ...place, end].join(' · ')),
    ...(sameTitleCount === 0 ? [] : [sameTitleWarning(sameTitleCount)]),
  ];
}

function sameTitleWarning(count: number): string {
  return count === 1
    ? l10n.t('Another room has the same title. Check the team and the ID.')
    : l10n.t('{0} other rooms have the same title. Check the team and the ID.', count);
}
