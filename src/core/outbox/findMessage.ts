import type { ServiceClient } from '../api/client.ts';
import type { Message } from '../api/resources.ts';
import type { Clock } from '../base/clock.ts';
import type { ShareContent } from './shareRecord.ts';

/** A share of which nobody knows whether it arrived. */
export interface LostShare {
  readonly personId: string;
  readonly roomId: string;
  readonly content: ShareContent;
  /** When its first try began, by the clock of this machine. */
  readonly startedMs: number;
}

/** Messages that are others' already: equal shares of the same person are told apart by counting. */
export interface Claimed {
  readonly messageIds: ReadonlySet<string>;
  /** Equal shares that arrived under an id the service did not tell. */
  readonly unnamedCount: number;
  /** Equal shares on their way just now: a message found may be theirs. */
  readonly underWayCount: number;
}

export type Finding =
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
 * share began. The clock of the service is known by the `Date` of its answers. Listing messages is not in the interface
 * document; where the service refuses it this rejects with its `ServiceError`.
 */
export async function findMessage(
  client: ServiceClient,
  share: LostShare,
  claimed: Claimed,
  { clock, signal }: { readonly clock: Clock; readonly signal?: AbortSignal | undefined },
): Promise<Finding> {
  const { candidates, isComplete } = await candidatesOf(client, share, clock, signal);
  const free = candidates.filter(({ id }) => !claimed.messageIds.has(id));
  const equal: Message[] = [];
  let isUnclear = !isComplete;
  for (const message of free) {
    const verdict = await compare(client, message, share.content, signal);
    if (verdict === 'equal') equal.push(message);
    else if (verdict === 'unclear') isUnclear = true;
  }
  const ours = equal.slice(claimed.unnamedCount);
  const first = ours[0];
  if (first !== undefined && ours.length > claimed.underWayCount) return { kind: 'found', messageId: first.id };
  if (first !== undefined) return { kind: 'too-early' };
  return { kind: isUnclear ? 'unclear' : 'absent' };
}

/** Everything the person can have posted since, the oldest first. */
async function candidatesOf(client: ServiceClient, share: LostShare, clock: Clock, signal?: AbortSignal) {
  const found: Message[] = [];
  let pageCount = 0;
  for await (const page of client.listMessages({ roomId: share.roomId, max: pageSize }, signal)) {
    // The clock that dates messages may be that of the answer, or agree with ours: the earlier start misses none.
    const skewMs = page.answeredAtMs === undefined ? 0 : Math.min(0, page.answeredAtMs - clock.now());
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

type Verdict = 'equal' | 'other' | 'unclear';

async function compare(
  client: ServiceClient,
  message: Message,
  content: ShareContent,
  signal?: AbortSignal,
): Promise<Verdict> {
  const files = message.files ?? [];
  if (content.kind === 'text') {
    if (files.length > 0) return 'other';
    return compareText(message.markdown, content.markdown, message);
  }
  const [url] = files;
  if (url === undefined) return message.errors === undefined ? 'other' : 'unclear';
  if (content.kind === 'file' && content.text !== undefined) {
    const verdict = compareText(message.text ?? message.markdown, content.text, message);
    if (verdict !== 'equal') return verdict;
  }
  const { fileName, byteLength } = await client.headContent(url, signal);
  if (content.kind === 'url') return isLastSegment(content.url, fileName) ? 'equal' : 'unclear';
  if (byteLength === undefined) return 'unclear';
  if (byteLength !== content.file.byteLength) return 'other';
  return fileName === undefined || plain(fileName) === plain(content.file.name) ? 'equal' : 'other';
}

/** A field that was not given back, or not readably, leaves it open. */
function compareText(given: string | undefined, sent: string, message: Message): Verdict {
  if (given === undefined) return message.errors === undefined && isEmptyMessage(message) ? 'other' : 'unclear';
  return plain(given) === plain(sent) ? 'equal' : 'other';
}

/** Nothing but a file, or nothing at all: it cannot be the text. */
function isEmptyMessage({ text, markdown, html, files }: Message): boolean {
  return files !== undefined && [text, markdown, html].every((field) => field === undefined);
}

/** Line ends, outer white space and the composition of characters are the service's to choose. */
function plain(text: string): string {
  return text.normalize('NFC').replaceAll('\r\n', '\n').trim();
}

/** A name in an address may be written with escapes, or as it is. */
function isLastSegment(url: string, fileName: string | undefined): boolean {
  const segment = URL.parse(url)?.pathname.split('/').at(-1);
  return fileName !== undefined && (segment === fileName || segment === encodeURIComponent(fileName));
}
