import type { ServiceClient } from '../api/client.ts';
import { isMissing } from '../api/errors.ts';
import { findInRoom, type SoughtMessage } from './edit/findInRoom.ts';

type DeletingClient = Pick<ServiceClient, 'deleteMessage' | 'listMessages'>;

/**
 * Deletes a message from its room [X2]. Resolves also if it was already deleted. A service that cannot delete may answer
 * 404 as well, so the messages of the room then tell whether it is gone.
 * @throws the answer of the service if the message is still in the room, or the room does not tell
 */
export async function deleteFromRoom(client: DeletingClient, message: SoughtMessage): Promise<void> {
  try {
    await client.deleteMessage(message.id);
  } catch (error) {
    // If the room cannot be listed either, the answer to the deletion says more.
    if (!isMissing(error) || message.roomId === '' || !(await isGone(client, message).catch(() => false))) throw error;
  }
}

async function isGone(client: DeletingClient, message: SoughtMessage): Promise<boolean> {
  return (await findInRoom(client, message)) === 'gone';
}
