import { l10n } from 'vscode';
import type { ServiceClient } from '../../core/api/client.ts';
import type { Room } from '../../core/api/resources.ts';
import { throwIfAborted } from '../../core/base/errors.ts';
import { displayTitle } from '../../core/rooms/displayTitle.ts';
import { isUnreadable } from '../../core/rooms/unreadable.ts';
import { findRoom } from '../../core/share/tools/findRooms.ts';
import { RoomNotFoundError } from '../../core/share/tools/toolFailure.ts';
import { settings } from '../../host/settings.ts';
import type { ToolPorts } from './ports.ts';

/** The service may not offer the members at all: nobody waits long for them. */
const membersTimeoutMs = 3000;
const membersAsked = 100;

/**
 * The room of this id and no other: a title is never one.
 * @throws {RoomNotFoundError} when the account has none of this id, or its title cannot be read
 */
export async function roomOf(ports: ToolPorts, roomId: string, signal: AbortSignal): Promise<Room> {
  const known = ports.directory.find(roomId);
  if (known !== undefined && !isUnreadable(known)) return known;
  const client = await ports.connection.client();
  const room = await findRoom(client.listRooms({ max: settings.roomsPageSize.value }, signal), roomId);
  if (room === undefined || isUnreadable(room))
    throw new RoomNotFoundError(room === undefined ? 'unknown' : 'unreadable');
  return room;
}

/** Who will be able to read what is posted, in the user's words. Members are not in the interface document. */
export async function audienceOf(ports: ToolPorts, room: Room, signal: AbortSignal): Promise<string> {
  if (room.type === 'direct') return l10n.t('Only you and {0} can read it.', displayTitle(room.title));
  const client = await ports.connection.client();
  try {
    return await memberWords(client, room.id, AbortSignal.any([signal, AbortSignal.timeout(membersTimeoutMs)]));
  } catch (error) {
    throwIfAborted(signal);
    ports.log.info(`the members of a room could not be counted: ${error}`);
    return l10n.t('Everybody in the room can read it.');
  }
}

async function memberWords(client: ServiceClient, roomId: string, signal: AbortSignal): Promise<string> {
  const page = (await client.listMemberships({ roomId, max: membersAsked }, signal).next()).value;
  const count = page?.items.length ?? 0;
  if (count === 0) return l10n.t('Everybody in the room can read it.');
  return page?.hasNext ? l10n.t('{0} people and more can read it.', count) : l10n.t('{0} people can read it.', count);
}
