import type { ServiceClient } from '../api/client.ts';
import type { Message } from '../api/resources.ts';
import type { Clock } from '../base/clock.ts';
import { compareMessage, type Verdict } from './compareMessage.ts';
import type { ShareContent } from './shareRecord.ts';

/** A share of which nobody knows whether it arrived. */
export interface UnconfirmedShare {
  readonly personId: string;
  readonly roomId: string;
  readonly content: ShareContent;
  /** When its first try began, by the clock of this machine. */
  readonly startedMs: number;
}

/** Messages that belong to other shares: equal shares of the same person are told apart by counting. */
export interface OtherShares {
  readonly messageIds: ReadonlySet<string>;
  /** `digestOf` the contents of other shares of this room: a message of theirs is not ours, whatever it resembles. */
  readonly digests: ReadonlySet<string>;
  /** Equal shares that arrived under an id the service did not tell. */
  readonly unidentifiedCount: number;
  /** Equal shares on their way just now: a message found may be theirs. */
  readonly sendingCount: number;
}

export type MessageSearchResult =
  | { readonly kind: 'found'; readonly messageId: string }
  | { readonly kind: 'absent' }
  /** An equal share is on its way: look again when it has ended. */
  | { readonly kind: 'too-early' }
  /** Something is there that cannot be compared, or the room does not tell enough. */
  | { readonly kind: 'unclear' };

/** Dates of HTTP have no milliseconds, and an answer takes its time. */
const marginMs = 2000;
const pageSize = 50;
const maxPages = 20;

/**
 * Looks for a share among the newest messages of its room: of the same person, with the same content, created after the
 * share began. The clock of the service is known by the `Date` of its answers. A service may change what it takes in: a
 * message that is only loosely equal counts when nothing else can be the share, and while a message is there that
 * resembles the share, the finding is never "absent". Listing messages is not in the interface [X1]; where the service
 * refuses it this rejects with its `ServiceError`.
 */
export async function findMessage(
  client: ServiceClient,
  share: UnconfirmedShare,
  claimed: OtherShares,
  { clock, signal }: { readonly clock: Clock; readonly signal?: AbortSignal | undefined },
): Promise<MessageSearchResult> {
  const { candidates, isComplete } = await candidatesOf(client, share, clock, signal);
  const found: Record<Verdict, Message[]> = { equal: [], loose: [], other: [], unclear: [] };
  for (const message of candidates) {
    if (claimed.messageIds.has(message.id)) continue;
    found[await compareMessage(client, message, { ...share, otherDigests: claimed.digests }, signal)].push(message);
  }
  const ours = found.equal.slice(claimed.unidentifiedCount);
  const [first] = ours;
  if (first !== undefined && ours.length > claimed.sendingCount) return { kind: 'found', messageId: first.id };
  if (first !== undefined) return { kind: 'too-early' };
  const [only] = found.loose;
  if (only === undefined) return { kind: isComplete && found.unclear.length === 0 ? 'absent' : 'unclear' };
  const isAlone =
    found.loose.length + found.unclear.length === 1 && claimed.unidentifiedCount + claimed.sendingCount === 0;
  return isAlone && isComplete ? { kind: 'found', messageId: only.id } : { kind: 'unclear' };
}

/** Everything the person can have posted since, the oldest first. */
async function candidatesOf(client: ServiceClient, share: UnconfirmedShare, clock: Clock, signal?: AbortSignal) {
  const found: Message[] = [];
  let pageCount = 0;
  for await (const page of client.listMessages({ roomId: share.roomId, max: pageSize }, signal)) {
    // The clock that dates messages may be that of the answer, or agree with ours: the earlier start misses none.
    const skewMs = page.serverTimeMs === undefined ? 0 : Math.min(0, page.serverTimeMs - clock.now());
    const sinceMs = share.startedMs + skewMs - marginMs;
    const isOlder = page.items.some(({ created }) => Date.parse(created ?? '') < sinceMs);
    for (const message of page.items) {
      // Without a time it may be anything.
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
