import type { ServiceClient } from '../../api/client.ts';
import { isNotOffered, ServiceError } from '../../api/errors.ts';
import { findInRoom, type SoughtMessage } from './findInRoom.ts';

/**
 * Replaces the text of a message of the user [X21]. That can be repeated without harm, so nothing is stored: after a lost
 * answer, the room tells whether the message has the text.
 * @throws the error of the service if the message does not have it, or the room does not tell
 */
export async function editInRoom(
  client: Pick<ServiceClient, 'editMessage' | 'listMessages'>,
  message: SoughtMessage,
  markdown: string,
): Promise<void> {
  const { id, roomId } = message;
  try {
    await client.editMessage({ id, roomId, markdown });
  } catch (error) {
    if (isAnswer(error)) throw error;
    const now = await findInRoom(client, message).catch(() => undefined);
    if (typeof now !== 'object' || now.markdown !== markdown) throw error;
  }
}

/** Whether the service does not let a message be changed: it has no such operation, or not for this message. */
export function isEditRefused(error: unknown): boolean {
  return isNotOffered(error) || (error instanceof ServiceError && [400, 501].includes(error.status));
}

function isAnswer(error: unknown): boolean {
  return error instanceof ServiceError && error.status < 500;
}
