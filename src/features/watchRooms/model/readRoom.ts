import type { ServiceClient } from '../../../core/api/client.ts';
import { isMissing, ServiceError } from '../../../core/api/errors.ts';
import { existingPages } from '../../../core/api/listPages.ts';
import type { Message } from '../../../core/api/resources.ts';
import { timeMs } from '../../../core/base/clock.ts';
import type { RoomToRead } from './roomsToRead.ts';

const pageSize = 50;
/** What is further back than these pages is not found. */
const maxPages = 10;

/** The result of reading the newest messages of a room: messages, refused for this room, or failed. */
export type RoomRead = RoomToRead &
  ({ readonly messages: readonly Message[] } | { readonly end: 'refused' | 'failed' });

/**
 * Reads the messages of a room back to its mark, at most ten pages, and one page of a room without a mark. A refusal (403,
 * 404, 410) is a result; other errors are thrown.
 * @param isEnough whether messages that reach the mark suffice
 * @param onRequest before each request
 */
export async function readRoom(
  client: Pick<ServiceClient, 'listMessages'>,
  toRead: RoomToRead,
  { isEnough, onRequest }: { isEnough(messages: readonly Message[]): boolean; onRequest?: () => void },
  signal?: AbortSignal,
): Promise<RoomRead> {
  const { roomId, mark } = toRead.room;
  const byId = new Map<string, Message>();
  const hasMark = ({ id, created }: Message): boolean =>
    mark === undefined || id === mark.id || timeMs(created) <= mark.createdMs;
  try {
    onRequest?.();
    let pageCount = 0;
    for await (const { items, hasNext } of existingPages(client.listMessages({ roomId, max: pageSize }, signal))) {
      // A message that arrives between two requests moves the others to the next page.
      for (const message of items) byId.set(message.id, message);
      pageCount += 1;
      const messages = [...byId.values()];
      if (!hasNext || pageCount === maxPages || (messages.some(hasMark) && isEnough(messages))) break;
      onRequest?.();
    }
    return { ...toRead, messages: [...byId.values()] };
  } catch (error) {
    const { status, isWebPage } = error instanceof ServiceError ? error : {};
    // The answer of a gateway is a web page: 403 after too many requests in a short time, 404 while the service restarts.
    // Before any room was read, a service without this list may answer so, too.
    const isRefused = isMissing(error) ? !isWebPage || mark === undefined : status === 403 && !isWebPage;
    if (isRefused) return { ...toRead, end: 'refused' };
    throw error;
  }
}
