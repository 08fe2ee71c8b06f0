import { l10n } from 'vscode';
import type { TargetRoom } from '../../core/rooms/directPerson.ts';
import { type KnownRoomOptions, KnownRoomPick } from './knownRoomPick.ts';
import { type PickPersonPorts, pickDirectRoom, type SoughtPerson } from './pickDirectRoom.ts';
import { showNotice } from './statusBar.ts';

/**
 * Lets the user choose a room, or a person if a message can be sent to one. The result is a room with its id, because titles
 * are not unique. `undefined` when the user cancels.
 * @param first the person that is looked for before the list of rooms
 */
export async function pickRoom(
  ports: PickPersonPorts,
  title: string,
  more: Partial<KnownRoomOptions> = {},
  first?: SoughtPerson,
): Promise<TargetRoom | undefined> {
  const options = { title, totalSteps: 2, canMessagePerson: false, ...more };
  for (let sought = first; ; ) {
    const { account } = await ports.connection.requireSession();
    const choice = sought ?? (await new KnownRoomPick(ports, options).ask());
    sought = undefined;
    const room =
      choice !== undefined && 'text' in choice ? await pickDirectRoom(ports, { ...options, ...choice }) : choice;
    if (room === undefined) return undefined;
    if (room === 'back') continue;
    // The list changed to the rooms of another account while it was open: the row may be one of either.
    const { account: current } = await ports.connection.requireSession();
    if (current.id === account.id) return { ...room, account };
    showNotice(l10n.t('The account has changed. Select the room again.'));
  }
}

/** A room that is not known yet is looked for in this many pages. */
const maxPages = 10;

/** The room with this id, of the active account. */
export async function listedRoom(
  { connection, directory }: Pick<PickPersonPorts, 'connection' | 'directory'>,
  roomId: string | undefined,
): Promise<TargetRoom | undefined> {
  const { account } = await connection.requireSession();
  if (roomId === undefined) return undefined;
  const room = directory.find(roomId) ?? (await directory.retry([roomId], maxPages))[0];
  return room && { ...room, account };
}
