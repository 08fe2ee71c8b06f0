import { env, l10n } from 'vscode';
import type { ActiveAccount } from '../../core/auth/activeAccount.ts';
import type { Clock } from '../../core/base/clock.ts';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { isUnreadable } from '../../core/rooms/groupRooms.ts';
import type { RoomDirectory } from '../../core/rooms/roomDirectory.ts';
import type { CommandHandlers } from '../../host/commandIds.ts';
import { roomIdOf } from '../../host/roomNode.ts';
import { showNotice, showSuccess } from '../../host/statusMessage.ts';
import { RoomsView } from './roomsView.ts';
import { RoomTree } from './roomTree.ts';

/** What the room tree needs. */
export interface RoomsPorts {
  readonly active: ActiveAccount;
  readonly directory: RoomDirectory;
  readonly clock: Clock;
}

type RoomsCommands = CommandHandlers<
  'roomside.refreshRooms' | 'roomside.retryRoom' | 'roomside.copyRoomId' | '_roomside.loadMoreRooms'
>;

/** The Rooms view and what its rows offer. */
export function registerRooms({ active, directory, clock }: RoomsPorts): Disposable & { commands: RoomsCommands } {
  const owned = new DisposableStore();
  const tree = owned.add(new RoomTree(directory, clock));
  const view = owned.add(new RoomsView(active, directory, tree));
  const commands: RoomsCommands = {
    'roomside.refreshRooms': () => view.refresh(),
    '_roomside.loadMoreRooms': () => directory.loadMore(),
    'roomside.retryRoom': (node) => retryRoom(directory, roomIdOf(node)),
    'roomside.copyRoomId': async (node) => {
      const roomId = roomIdOf(node);
      if (roomId !== undefined) await env.clipboard.writeText(roomId);
    },
  };
  return { commands, dispose: () => owned.dispose() };
}

/** Asks again for one room that could not be read, and says how that ended. */
async function retryRoom(directory: RoomDirectory, roomId: string | undefined): Promise<void> {
  if (roomId === undefined) return;
  const room = await directory.retry(roomId);
  if (room === undefined) showNotice(l10n.t('The service lists this room no more.'));
  else if (isUnreadable(room)) showNotice(l10n.t('Still not readable: {0}', room.errors?.title?.reason ?? ''));
  else showSuccess(l10n.t('The room is readable again.'));
}
