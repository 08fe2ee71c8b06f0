import type { ServiceClient } from '../api/client.ts';
import type { Message } from '../api/resources.ts';
import type { Clock } from '../base/clock.ts';
import { compareMessage, type Verdict } from './compareMessage.ts';
import type { ShareContent } from './shareRecord.ts';

/** A share that may or may not have arrived. */
export interface UnconfirmedShare {
  readonly personId: string;
  readonly roomId: string;
  readonly content: ShareContent;
  /** The message that it replies to. */
  readonly parentId?: string | undefined;
  /** When its first try started, by the clock of this machine. */
  readonly startedMs: number;
}

/** Messages that belong to other shares. Equal shares of the same person are distinguished by counting. */
export interface OtherShares {
  readonly messageIds: ReadonlySet<string>;
  /** `digestOf` the contents of other shares of this room. A message with one of these contents is not this share. */
  readonly digests: ReadonlySet<string>;
  /** Number of equal shares that arrived without a known message id. */
  readonly unidentifiedCount: number;
  /** Number of equal shares that are being sent. A message found may be theirs. */
  readonly sendingCount: number;
}

export type MessageSearchResult =
  | { readonly kind: 'found'; readonly messageId: string }
  | { readonly kind: 'absent' }
  /** An equal share is on its way: look again when it has ended. */
  | { readonly kind: 'too-early' }
  /** Something is there that cannot be compared, or the room does not tell enough. */
  | { readonly kind: 'unclear' };

/** HTTP dates have no milliseconds, and a response takes time. */
const marginMs = 2000;
const pageSize = 50;
const maxPages = 20;

/**
 * Looks for a share among the newest messages of its room: by the same person, with the same content, created after the
 * share started. The `Date` header of the responses gives the clock of the service. Services may change a message. A
 * message that is only loosely equal counts if it is the only candidate. While a message resembles the share, the
 * result is never "absent". Listing messages is not in the service API [X1]; if the service refuses it, this rejects
 * with its `ServiceError`.
 */
export async function findMessage(
  client: ServiceClient,
  share: UnconfirmedShare,
  readOthers: () => Promise<OtherShares>,
  { clock, signal }: { readonly clock: Clock; readonly signal?: AbortSignal | undefined },
): Promise<MessageSearchResult> {
  const { candidates, isComplete } = await candidatesOf(client, share, clock, signal);
  // Read after the messages: a share is stored as `sending` before its message exists.
  const claimed = await readOthers();
  const found: Record<Verdict, Message[]> = { equal: [], loose: [], other: [], unclear: [] };
  for (const message of candidates) {
    if (claimed.messageIds.has(message.id)) continue;
    found[await compareMessage(client, message, { ...share, otherDigests: claimed.digests }, signal)].push(message);
  }
  const own = found.equal.slice(claimed.unidentifiedCount);
  const [first] = own;
  if (first !== undefined && own.length > claimed.sendingCount) return { kind: 'found', messageId: first.id };
  if (first !== undefined) return { kind: 'too-early' };
  const [only] = found.loose;
  if (only === undefined) return { kind: isComplete && found.unclear.length === 0 ? 'absent' : 'unclear' };
  const isAlone =
    found.loose.length + found.unclear.length === 1 && claimed.unidentifiedCount + claimed.sendingCount === 0;
  return isAlone && isComplete ? { kind: 'found', messageId: only.id } : { kind: 'unclear' };
}

/** All messages that the person can have posted since the share started, oldest first. */
async function candidatesOf(client: ServiceClient, share: UnconfirmedShare, clock: Clock, signal?: AbortSignal) {
  const found: Message[] = [];
  let pageCount = 0;
  for await (const page of client.listMessages({ roomId: share.roomId, max: pageSize }, signal)) {
    // Messages may be dated by the clock of the response or by the local clock. The earlier start includes all
    // candidates.
    const skewMs = page.serverTimeMs === undefined ? 0 : Math.min(0, page.serverTimeMs - clock.now());
    const sinceMs = share.startedMs + skewMs - marginMs;
    const isOlder = page.items.some(({ created }) => Date.parse(created ?? '') < sinceMs);
    for (const message of page.items) {
      // A message without a time may be the share.
      const isSince = !(Date.parse(message.created ?? '') < sinceMs);
      if (isSince && isOwn(message, share.personId)) found.unshift(message);
    }
    pageCount += 1;
    if (isOlder || !page.hasNext) return { candidates: found, isComplete: true };
    if (pageCount === maxPages) break;
  }
  return { candidates: found, isComplete: pageCount < maxPages };
}

function isOwn({ personId }: Message, ownId: string): boolean {
  return personId === undefined || personId === '' || personId === ownId;
}
