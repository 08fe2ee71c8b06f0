import { l10n } from 'vscode';
import type { ServiceClient } from '../../core/api/client.ts';
import type { Room } from '../../core/api/resources.ts';
import { throwIfAborted } from '../../core/base/errors.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { identifyRoom, lookUpRoom, type RoomIdentity } from '../../core/chatTools/findRooms.ts';
import { RoomNotFoundError } from '../../core/chatTools/toolFailure.ts';
import { isUnreadable } from '../../core/rooms/unreadable.ts';
import { teamTitle } from '../../host/ui/groupTitle.ts';
import { settings } from '../../host/vscode/settings.ts';
import type { ToolPorts } from './languageModelTool.ts';

/** Short, because a service may not support memberships. */
const membersTimeoutMs = 3000;
const membersPageSize = 100;

/**
 * Finds a room by its id, never by its title.
 * @throws {RoomNotFoundError} if the account has no such room, or its title is unreadable
 */
export async function findToolRoom(ports: ToolPorts, roomId: string, signal: AbortSignal): Promise<RoomIdentity> {
  const { directory, connection } = ports;
  const known = directory.find(roomId);
  if (known !== undefined && !isUnreadable(known)) return identifyRoom(known, directory.rooms);
  const client = await connection.client();
  const pages = client.listRooms({ max: settings.roomsPageSize.value }, signal);
  const { room, searchedRooms, isLimitReached } = await lookUpRoom(pages, roomId);
  if (room === undefined) throw new RoomNotFoundError(isLimitReached ? 'given-up' : 'unknown');
  if (isUnreadable(room)) throw new RoomNotFoundError('unreadable');
  return identifyRoom(room, [...directory.rooms, ...searchedRooms]);
}

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

/** The people who can read the post, as text for the user. Memberships are not in the service API [X3]. */
export async function audienceText(ports: ToolPorts, room: Room, signal: AbortSignal): Promise<string> {
  if (room.type === 'direct') return l10n.t('Only you and {0} can read it.', displayTitle(room.title));
  const client = await ports.connection.client();
  try {
    return await memberText(client, room.id, AbortSignal.any([signal, AbortSignal.timeout(membersTimeoutMs)]));
  } catch (error) {
    throwIfAborted(signal);
    ports.log.info(`the members of a room could not be counted: ${error}`);
    return l10n.t('Everyone in the room can read it.');
  }
}

async function memberText(client: ServiceClient, roomId: string, signal: AbortSignal): Promise<string> {
  const page = (await client.listMemberships({ roomId, max: membersPageSize }, signal).next()).value;
  const count = page?.items.length ?? 0;
  if (count === 0) return l10n.t('Everyone in the room can read it.');
  if (page?.hasNext) return l10n.t('More than {0} people can read it.', count);
  return count === 1 ? l10n.t('1 person can read it.') : l10n.t('{0} people can read it.', count);
}
