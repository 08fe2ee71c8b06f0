import type { Room } from '../../core/api/resources.ts';
import { roomIdOf } from '../../host/commands/commandArguments.ts';
import { pickRoom } from '../../host/ui/pickRoom.ts';
import type { SharePorts } from './sharePorts.ts';

/** The room of a share: that of the row the command was called on, else the user picks one. */
export async function chooseRoom(ports: SharePorts, argument: unknown, title: string): Promise<Room | undefined> {
  const roomId = roomIdOf(argument);
  const room = roomId === undefined ? undefined : ports.directory.find(roomId);
  return room ?? pickRoom(ports, title);
}
