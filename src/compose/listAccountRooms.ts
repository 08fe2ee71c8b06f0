import type { ServiceConnection } from '../core/auth/serviceConnection.ts';
import type { ListRooms } from '../core/rooms/roomDirectory.ts';
import { settings } from '../host/vscode/settings.ts';

/** Lists the rooms of the active account, in pages of the size from the settings. */
export function listAccountRooms(connection: ServiceConnection): ListRooms {
  return async function* pages(signal) {
    const client = await connection.client();
    yield* client.listRooms({ max: settings.roomsPageSize.value }, signal);
  };
}
