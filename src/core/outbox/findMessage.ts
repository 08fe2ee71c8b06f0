import type { ServiceClient } from '../api/client.ts';
import type { Message } from '../api/resources.ts';
import type { Clock } from '../base/clock.ts';
import { digestOf, type ShareContent } from './shareRecord.ts';

/** A share that may or may not have arrived. */
interface UnconfirmedShare {
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
  /** The person has posted something else that may be the share, or the room has too many messages. */
  | { readonly kind: 'unclear' };

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
export async function findMessage(
  client: ServiceClient,
  share: UnconfirmedShare,
  readOthers: () => Promise<OtherShares>,
  { clock, signal }: { readonly clock: Clock; readonly signal?: AbortSignal | undefined },
): Promise<MessageSearchResult> {
  const { candidates, isComplete } = await candidatesOf(client, share, clock, signal);
  // Read after the messages: a share is stored as `sending` before its message exists.
  const others = await readOthers();
  const equal: Message[] = [];
  let hasUnknown = !isComplete;
  for (const message of candidates) {
    if (others.messageIds.has(message.id) || cannotBe(message, share)) continue;
    const content = await contentOf(client, message, share.content, signal);
    const isOfOther = content !== undefined && others.digests.has(digestOf(share.roomId, content, message.parentId));
    if (isOfOther) continue;
    if (content !== undefined && isEqual(content, share)) equal.push(message);
    else hasUnknown = true;
  }
  const own = equal.slice(others.unidentifiedCount);
  const [first] = own;
  if (first === undefined) return { kind: hasUnknown ? 'unclear' : 'absent' };
  return own.length > others.sendingCount ? { kind: 'found', messageId: first.id } : { kind: 'too-early' };
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
    // A message without a time may be the share.
    const isOlder = ({ created }: Message): boolean => created !== undefined && Date.parse(created) < sinceMs;
    for (const message of page.items) {
      if (!isOlder(message) && isOwn(message, share.personId)) found.unshift(message);
    }
    pageCount += 1;
    if (page.items.some(isOlder) || !page.hasNext) return { candidates: found, isComplete: true };
    if (pageCount === maxPages) break;
  }
  return { candidates: found, isComplete: pageCount < maxPages };
}

function isOwn({ personId }: Message, ownId: string): boolean {
  return personId === undefined || personId === '' || personId === ownId;
}

/** A message in another thread is not the share, nor is one with a file if the share has none, and the reverse. */
function cannotBe({ parentId, files, errors }: Message, share: UnconfirmedShare): boolean {
  if (parentId !== undefined && parentId !== share.parentId) return true;
  const hasFile = files !== undefined && files.length > 0;
  return errors === undefined && hasFile !== (share.content.kind !== 'text');
}

/** The content of a message; `undefined` if it cannot be read. Requests the metadata of an attached file. */
async function contentOf(
  client: ServiceClient,
  { files = [], text, markdown }: Message,
  sent: ShareContent,
  signal?: AbortSignal,
): Promise<ShareContent | undefined> {
  const [url] = files;
  if (url === undefined || sent.kind === 'text') return markdown === undefined ? undefined : { kind: 'text', markdown };
  const { fileName, byteLength } = await client.headContent(url, signal);
  const posted = text ?? markdown;
  const comment = posted === undefined ? {} : { text: posted };
  if (sent.kind === 'url')
    return isLastSegment(sent.url, fileName) ? { kind: 'url', url: sent.url, ...comment } : undefined;
  if (byteLength === undefined) return undefined;
  // Some services do not tell the name.
  return { kind: 'file', file: { ...sent.file, name: fileName ?? sent.file.name, byteLength }, ...comment };
}

/** A service without threads drops the parent [X18]. */
function isEqual(content: ShareContent, share: UnconfirmedShare): boolean {
  return digestOf('', content) === digestOf('', share.content);
}

/** The name in a URL may be percent-encoded or not. */
function isLastSegment(url: string, fileName: string | undefined): boolean {
  const segment = URL.parse(url)?.pathname.split('/').at(-1);
  return fileName !== undefined && (segment === fileName || segment === encodeURIComponent(fileName));
}
