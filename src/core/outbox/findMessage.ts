import type { ServiceClient } from '../api/client.ts';
import type { ContentInfo } from '../api/contentInfo.ts';
import { ServiceError } from '../api/errors.ts';
import type { Message } from '../api/resources.ts';
import type { Clock } from '../base/clock.ts';
import { digestOf, inRoom, type ShareContent, type ShareRecord, type SharesSnapshot } from './shareRecord.ts';

export interface ShareSearch {
  readonly store: { readonly snapshot: SharesSnapshot; refresh(): Promise<void> };
  readonly clock: Clock;
  readonly client: ServiceClient;
  readonly personId: string;
  readonly signal: AbortSignal | undefined;
}

export type MessageSearchResult =
  | { readonly kind: 'found'; readonly messageId: string }
  | { readonly kind: 'absent' }
  /** An equal share is on its way: look again when it has ended. */
  | { readonly kind: 'too-early' }
  /** The person has posted something else that may be the share, or the room has too many messages. */
  | { readonly kind: 'unclear' };

/** A share that was sent, by the clock of this machine at `startedMs`. */
type SentShare = ShareRecord & { readonly content: ShareContent; readonly startedMs: number };

/** HTTP dates have no milliseconds, and a response takes time. */
const marginMs = 2000;
const pageSize = 50;
const maxPages = 20;

/**
 * Looks for a share among the newest messages of its room: by the same person, with an equal digest, created after the
 * share started. The `Date` header of the responses gives the clock of the service. The share is absent only if the person
 * has posted nothing else since then: the service may have changed its message. Listing messages is not in the service API
 * [X1]; if the service refuses it, this rejects with its `ServiceError`.
 */
export async function findMessage(search: ShareSearch, record: ShareRecord): Promise<MessageSearchResult> {
  const { content, startedMs } = record;
  if (content === undefined || startedMs === undefined) return { kind: 'unclear' };
  const share = { ...record, content, startedMs };
  const { candidates, isComplete } = await candidatesOf(search, share);
  // Read after the messages: a share is stored as `sending` before its message exists.
  await search.store.refresh();
  const others = otherShares(search.store.snapshot.shares, share);
  const equal: Message[] = [];
  let hasUnknown = !isComplete;
  for (const message of candidates) {
    if (others.messageIds.has(message.id) || cannotBe(message, share)) continue;
    const posted = await contentOf(search, message, content);
    const isOfOther = posted !== undefined && others.digests.has(digestOf(share.roomId, posted, message.parentId));
    if (isOfOther) continue;
    // A service without threads drops the parent [X18].
    if (posted !== undefined && digestOf('', posted) === digestOf('', content)) equal.push(message);
    else hasUnknown = true;
  }
  const own = equal.slice(others.unidentifiedCount);
  const [first] = own;
  if (first === undefined) return { kind: hasUnknown ? 'unclear' : 'absent' };
  return own.length > others.sendingCount ? { kind: 'found', messageId: first.id } : { kind: 'too-early' };
}

/** All messages that the person can have posted since the share started, oldest first. */
async function candidatesOf({ client, clock, personId, signal }: ShareSearch, share: SentShare) {
  const found: Message[] = [];
  let pageCount = 0;
  for await (const page of client.listMessages({ roomId: share.roomId, max: pageSize }, signal)) {
    // Messages may be dated by the clock of the response or by the local clock. The earlier start includes all
    // candidates.
    const skewMs = page.serverTimeMs === undefined ? 0 : Math.min(0, page.serverTimeMs - clock.now());
    const sinceMs = share.startedMs + skewMs - marginMs;
    // A message without a time may be the share.
    const isOlder = ({ created }: Message): boolean => created !== undefined && Date.parse(created) < sinceMs;
    for (const message of page.items) {
      if (!isOlder(message) && [undefined, '', personId].includes(message.personId)) found.unshift(message);
    }
    pageCount += 1;
    if (page.items.some(isOlder) || !page.hasNext) return { candidates: found, isComplete: true };
    if (pageCount === maxPages) break;
  }
  return { candidates: found, isComplete: pageCount < maxPages };
}

/**
 * Messages and contents of the room that belong to other shares, and how many equal ones arrived without a known message,
 * or may still arrive. A share to a person whose room is not known may be in this room.
 */
function otherShares(shares: readonly ShareRecord[], { id, accountId, roomId, ...share }: SentShare) {
  const others = shares.filter((other) => other.id !== id);
  const here = others.filter(
    (other) => other.roomId === roomId || (other.toPerson !== undefined && other.accountId === accountId),
  );
  const toPersonDigest = digestOf('', share.content, share.parentId);
  const equal = here.filter((other) => other.digest === (other.toPerson === undefined ? share.digest : toPersonDigest));
  const isUnidentified = ({ state, messageId, endedMs = 0 }: ShareRecord): boolean =>
    state === 'sent' && !messageId && endedMs >= share.startedMs;
  const isSurelyHere = (other: ShareRecord): boolean => other.toPerson === undefined && isUnidentified(other);
  const isPerhapsHere = (other: ShareRecord): boolean => other.state === 'sending' || isUnidentified(other);
  return {
    messageIds: new Set(others.flatMap(({ messageId }) => messageId || [])),
    digests: new Set(here.map((other) => inRoom(other, roomId).digest).filter((digest) => digest !== share.digest)),
    unidentifiedCount: equal.filter(isSurelyHere).length,
    sendingCount: equal.filter((other) => !isSurelyHere(other) && isPerhapsHere(other)).length,
  };
}

/** A message in another thread is not the share, nor is one with a file if the share has none, and the reverse. */
function cannotBe({ parentId, files, errors }: Message, share: SentShare): boolean {
  if (parentId !== undefined && parentId !== share.parentId) return true;
  const hasFile = files !== undefined && files.length > 0;
  return errors === undefined && hasFile !== (share.content.kind !== 'text');
}

/** The content of a message; `undefined` if it cannot be read. Requests the metadata of an attached file. */
async function contentOf(
  { client, signal }: ShareSearch,
  { files = [], text, markdown }: Message,
  sent: ShareContent,
): Promise<ShareContent | undefined> {
  const [url] = files;
  if (url === undefined || sent.kind === 'text') return markdown === undefined ? undefined : { kind: 'text', markdown };
  const { fileName, byteLength } = await client.headContent(url, signal).catch(unlessRefused);
  const posted = text ?? markdown;
  const comment = posted === undefined ? {} : { text: posted };
  if (sent.kind === 'url')
    return isLastSegment(sent.url, fileName) ? { kind: 'url', url: sent.url, ...comment } : undefined;
  if (byteLength === undefined) return undefined;
  // Some services do not tell the name.
  return { kind: 'file', file: { ...sent.file, name: fileName ?? sent.file.name, byteLength }, ...comment };
}

/** A file that the service has deleted, or keeps back while it checks it for malware, does not say whose it is. */
function unlessRefused(error: unknown): Partial<ContentInfo> {
  if (error instanceof ServiceError && [403, 404, 410, 423].includes(error.status)) return {};
  throw error;
}

/** The name in a URL may be percent-encoded or not. */
function isLastSegment(url: string, fileName: string | undefined): boolean {
  const segment = URL.parse(url)?.pathname.split('/').at(-1);
  return fileName !== undefined && (segment === fileName || segment === encodeURIComponent(fileName));
}
