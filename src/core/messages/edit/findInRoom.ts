import type { ServiceClient } from '../../api/client.ts';
import type { Message } from '../../api/resources.ts';

/** A message whose room is read for it. */
export interface SoughtMessage {
  readonly id: string;
  readonly roomId: string;
  /** When it was sent, or earlier, in milliseconds since the epoch. Absent: older messages are read, too. */
  readonly sentMs?: number;
}

const pageSize = 50;
const maxPages = 10;
/** The clock of the service may be behind. */
const marginMs = 60 * 60_000;

/** Reads a room from its newest message until it has the message [X1]. `unknown`: the room does not tell. */
export async function findInRoom(
  client: Pick<ServiceClient, 'listMessages'>,
  { id, roomId, sentMs = 0 }: SoughtMessage,
): Promise<Message | 'gone' | 'unknown'> {
  let pageCount = 0;
  for await (const { items, hasNext, isBlank } of client.listMessages({ roomId, max: pageSize })) {
    const found = items.find((message) => message.id === id);
    if (found !== undefined || isBlank) return found ?? 'unknown';
    const isComplete = items.some(({ created = '' }) => Date.parse(created) < sentMs - marginMs) || !hasNext;
    pageCount += 1;
    if (isComplete || pageCount === maxPages) return isComplete ? 'gone' : 'unknown';
  }
  return 'unknown';
}
