import type { ServiceClient } from '../api/client.ts';
import type { ContentInfo } from '../api/contentInfo.ts';
import { ForeignContentError, ServiceError, UnexpectedResponseError } from '../api/errors.ts';
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
  /** The person has posted something else that may be the share, or the same, or the room has too many messages. */
  | { readonly kind: 'unclear' };

/** A share that was sent, by the clock of this machine at `startedMs`. */
type SentShare = ShareRecord & { readonly content: ShareContent; readonly startedMs: number };

/** HTTP dates have no milliseconds, and a response takes time. */
const marginMs = 2000;
/** Older than the share in any time zone, and by a clock that is wrong by half a day. */
const certainlyOlderMs = 26 * 60 * 60_000;
const pageSize = 50;
const maxPages = 20;
/** Limit of requests for metadata of files. */
const maxHeads = 20;

/**
 * Looks for a share among the newest messages of its room. It is found by its person, place, content, and a time after its
 * start by the clock of the service, which the `Date` header of the responses gives. It is absent only if no message of the
 * last day has its content, from any person and in any thread, and the person has posted nothing else since it
 * started: the service may list a message otherwise than it was sent. Messages of other known shares do not count. Listing
 * messages is not in the service API [X1]; if the service refuses it, this rejects with its `ServiceError`.
 */
export async function findMessage(search: ShareSearch, record: ShareRecord): Promise<MessageSearchResult> {
  const { content, startedMs } = record;
  if (content === undefined || startedMs === undefined) return { kind: 'unclear' };
  const share = { ...record, content, startedMs };
  const { candidates, isComplete } = await candidatesOf(search, share);
  // Read after the messages: a share is stored as `sending` before its message exists.
  await search.store.refresh();
  const others = otherShares(search.store.snapshot.shares, share);
  const reader = new ContentReader(search, content);
  const equal: Message[] = [];
  let hasUnknown = !isComplete;
  for (const { message, isOwn } of candidates) {
    if (others.messageIds.has(message.id)) continue;
    const posted = await reader.read(message, isOwn);
    if (posted.some((each) => others.digests.has(digestOf(share.roomId, each, message.parentId)))) continue;
    const isEqual = posted.some((each) => digestOf('', each) === digestOf('', content));
    if (isEqual && isOwn && isAsSent(message, share)) equal.push(message);
    else hasUnknown ||= isEqual || isOwn;
  }
  const [first] = equal;
  if (first === undefined) return { kind: hasUnknown || reader.isOverLimit ? 'unclear' : 'absent' };
  return others.mayHaveSame ? { kind: 'unclear' } : { kind: 'found', messageId: first.id };
}

interface Candidate {
  readonly message: Message;
  /** The person can have posted it since the share started. */
  readonly isOwn: boolean;
}

/** The messages of the last day and since the share started, oldest first. */
async function candidatesOf({ client, clock, personId, signal }: ShareSearch, share: SentShare) {
  const candidates: Candidate[] = [];
  let pageCount = 0;
  for await (const page of client.listMessages({ roomId: share.roomId, max: pageSize }, signal)) {
    // Messages may be dated by the clock of the response or by the local clock. The earlier start includes all
    // candidates.
    const skewMs = page.serverTimeMs === undefined ? 0 : Math.min(0, page.serverTimeMs - clock.now());
    const sinceMs = share.startedMs + skewMs - marginMs;
    // A message without a time may be the share.
    const isOlder = ({ created }: Message, ms: number): boolean => created !== undefined && Date.parse(created) < ms;
    for (const message of page.items) {
      const isOwn = !isOlder(message, sinceMs) && [undefined, '', personId].includes(message.personId);
      if (!isOlder(message, sinceMs - certainlyOlderMs)) candidates.unshift({ message, isOwn });
    }
    pageCount += 1;
    if (page.isBlank || !isNewestFirst(page.items)) break;
    if (page.items.some((message) => isOlder(message, sinceMs - certainlyOlderMs)))
      return { candidates, isComplete: true };
    // A full page without a link may have lost it on its way.
    if (!page.hasNext) return { candidates, isComplete: page.items.length < pageSize };
    if (pageCount === maxPages) break;
  }
  return { candidates, isComplete: false };
}

/** In another order, an old message does not show that the newer ones were read. */
function isNewestFirst(items: readonly Message[]): boolean {
  return !(Date.parse(items[0]?.created ?? '') < Date.parse(items.at(-1)?.created ?? ''));
}

/**
 * Messages and contents of the room that belong to other shares, and whether an equal one may be there, too, without a known
 * message: then only the user can say which is which. A share to a person whose room is not known may be in this room.
 */
function otherShares(shares: readonly ShareRecord[], { id, accountId, roomId, ...share }: SentShare) {
  const others = shares.filter((other) => other.id !== id);
  const here = others.filter(
    (other) => other.roomId === roomId || (other.toPerson !== undefined && other.accountId === accountId),
  );
  const toPersonDigest = digestOf('', share.content, share.parentId);
  const equal = here.filter((other) => other.digest === (other.toPerson === undefined ? share.digest : toPersonDigest));
  const isHere = ({ state, messageId, endedMs = 0 }: ShareRecord): boolean =>
    state === 'sending' ||
    state === 'unknown' ||
    (state === 'sent' && !messageId && endedMs >= share.startedMs - certainlyOlderMs);
  return {
    messageIds: new Set(others.flatMap(({ messageId }) => messageId || [])),
    digests: new Set(here.map((other) => inRoom(other, roomId).digest).filter((digest) => digest !== share.digest)),
    mayHaveSame: equal.some(isHere),
  };
}

/** A message in another thread, or with a file if the share has none, may be another one. A service without threads [X18]
 * drops the parent.
 */
function isAsSent({ parentId, files = [] }: Message, { content, ...share }: SentShare): boolean {
  if (parentId !== undefined && parentId !== share.parentId) return false;
  return content.kind !== 'text' || files.length === 0;
}

/** Reads messages as the contents that they can be, with the metadata of their files. */
class ContentReader {
  readonly #search: ShareSearch;
  readonly #sent: ShareContent;
  #heads = 0;

  constructor(search: ShareSearch, sent: ShareContent) {
    this.#search = search;
    this.#sent = sent;
  }

  /** Whether there are more files than are asked for. */
  get isOverLimit(): boolean {
    return this.#heads > maxHeads;
  }

  /** @param isOwn asks for the file of another message only if its comment is that of the share */
  async read({ files = [], text, markdown }: Message, isOwn: boolean): Promise<readonly ShareContent[]> {
    const [url] = files;
    const sent = this.#sent;
    const asText = markdown === undefined ? [] : [{ kind: 'text' as const, markdown }];
    if (url === undefined) return asText;
    const posted = text ?? markdown;
    const comment = posted === undefined ? {} : { text: posted };
    const isSought = sent.kind !== 'text' && digestOf('', { ...sent, text: posted ?? '' }) === digestOf('', sent);
    const asFile = isOwn || isSought ? await this.#readFile(url, comment) : [];
    return sent.kind === 'text' ? [...asText, ...asFile] : asFile;
  }

  async #readFile(url: string, comment: { readonly text?: string }): Promise<readonly ShareContent[]> {
    this.#heads += 1;
    if (this.isOverLimit) return [];
    const sent = this.#sent;
    const { client, signal } = this.#search;
    const { fileName, byteLength } = await client.headContent(url, signal).catch(unlessRefused);
    if (sent.kind === 'url')
      return isLastSegment(sent.url, fileName) ? [{ kind: 'url', url: sent.url, ...comment }] : [];
    // Some services do not tell the name.
    const name = fileName ?? (sent.kind === 'file' ? sent.file.name : undefined);
    if (byteLength === undefined || name === undefined) return [];
    return [{ kind: 'file', file: { mediaType: '', name, byteLength }, ...comment }];
  }
}

/**
 * A file that the service has deleted, keeps elsewhere, or keeps back while it checks it for malware, does not say whose it
 * is.
 */
function unlessRefused(error: unknown): Partial<ContentInfo> {
  if (error instanceof ForeignContentError || error instanceof UnexpectedResponseError) return {};
  const isRefusal = error instanceof ServiceError && error.status < 500 && ![401, 408, 429].includes(error.status);
  if (isRefusal) return {};
  throw error;
}

/** The name in a URL may be percent-encoded or not. */
function isLastSegment(url: string, fileName: string | undefined): boolean {
  const segment = URL.parse(url)?.pathname.split('/').at(-1);
  return fileName !== undefined && (segment === fileName || segment === encodeURIComponent(fileName));
}
