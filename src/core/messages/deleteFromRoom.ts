import type { ServiceClient } from '../api/client.ts';
import { ServiceError } from '../api/errors.ts';

/** A message of the user. */
interface MessageToDelete {
  readonly id: string;
  readonly roomId: string;
  /** When it was sent, or earlier, in milliseconds since the epoch. */
  readonly sentMs: number;
}

type DeletingClient = Pick<ServiceClient, 'deleteMessage' | 'listMessages'>;

const pageSize = 50;
const maxPages = 10;
/** The clock of the service may be behind. */
const marginMs = 60 * 60_000;

/**
 * Deletes a message from its room [X2]. Resolves also if it was already deleted. A service that cannot delete may answer
 * 404 as well, so the messages of the room then tell whether it is gone.
 * @throws the answer of the service if the message is still in the room, or the room does not tell
 */
export async function deleteFromRoom(client: DeletingClient, message: MessageToDelete): Promise<void> {
  try {
    await client.deleteMessage(message.id);
  } catch (error) {
    const isNotFound = error instanceof ServiceError && error.status === 404;
    // If the room cannot be listed either, the answer to the deletion says more.
    if (!isNotFound || message.roomId === '' || !(await isGone(client, message).catch(() => false))) throw error;
  }
}

async function isGone(client: DeletingClient, { id, roomId, sentMs }: MessageToDelete): Promise<boolean> {
  let pageCount = 0;
  for await (const { items, hasNext, isBlank } of client.listMessages({ roomId, max: pageSize })) {
    if (isBlank || items.some((message) => message.id === id)) return false;
    const isComplete = items.some(({ created = '' }) => Date.parse(created) < sentMs - marginMs) || !hasNext;
    pageCount += 1;
    if (isComplete || pageCount === maxPages) return isComplete;
  }
  return false;
}
