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

/**
 * The result of comparing a message with a share. `loose`: equal except for changes that services make. `unclear`: it
 * cannot be compared, or it resembles the share.
 */
type Verdict = 'equal' | 'loose' | 'other' | 'unclear';

interface ComparedShare extends Pick<UnconfirmedShare, 'roomId' | 'content' | 'parentId'> {
  /** `digestOf` the contents of other shares of the room. */
  readonly otherDigests: ReadonlySet<string>;
}

/**
 * Compares a message of the room with a share. Requests the metadata of an attached file from the service. A reply may
 * have lost its parent, in a service without threads [X18].
 */
async function compareMessage(
  client: ServiceClient,
  message: Message,
  share: ComparedShare,
  signal?: AbortSignal,
): Promise<Verdict> {
  if (message.parentId !== undefined && message.parentId !== share.parentId) return 'other';
  const verdict = await compareContent(client, message, share, signal);
  return message.parentId === share.parentId ? verdict : worseOf(verdict, 'loose');
}

async function compareContent(
  client: ServiceClient,
  message: Message,
  { roomId, content, otherDigests: claimedDigests }: ComparedShare,
  signal?: AbortSignal,
): Promise<Verdict> {
  const { parentId } = message;
  const isClaimed = (other: ShareContent): boolean => claimedDigests.has(digestOf(roomId, other, parentId));
  if (content.kind === 'text') return compareTextMessage(message, content.markdown, isClaimed);
  const [url] = message.files ?? [];
  if (url === undefined) return message.errors === undefined ? 'other' : 'unclear';
  const inText = content.text === undefined ? 'equal' : compareComment(message, content.text);
  if (inText === 'other') return 'other';
  const { fileName, byteLength } = await client.headContent(url, signal);
  if (content.kind === 'url') return worseOf(inText, isLastSegment(content.url, fileName) ? 'equal' : 'unclear');
  const inFile = compareFile(content.file, { fileName, byteLength });
  const verdict = worseOf(inText, inFile);
  if (verdict === 'equal' || fileName === undefined || byteLength === undefined) return verdict;
  const comment = commentOf(message);
  const file = { name: fileName, mediaType: content.file.mediaType, byteLength };
  return isClaimed({ kind: 'file', file, ...(comment && { text: comment }) }) ? 'other' : verdict;
}

function compareTextMessage(message: Message, sent: string, isClaimed: (other: ShareContent) => boolean): Verdict {
  const { markdown, text, files = [], errors } = message;
  if (files.length > 0) return 'other';
  if (markdown !== undefined && normalizedText(markdown) === normalizedText(sent)) return 'equal';
  if (markdown !== undefined && isClaimed({ kind: 'text', markdown })) return 'other';
  const given = markdown ?? text;
  // A field that is missing or unreadable leaves the result open.
  if (given === undefined) return errors === undefined && isEmptyMessage(message) ? 'other' : 'unclear';
  return resemblance(given, sent);
}

function commentOf({ text, markdown }: Message): string | undefined {
  return text ?? markdown;
}

function compareComment(message: Message, sent: string): Verdict {
  const given = commentOf(message);
  if (given === undefined) return message.errors === undefined && isEmptyMessage(message) ? 'other' : 'unclear';
  return normalizedText(given) === normalizedText(sent) ? 'equal' : resemblance(given, sent);
}

function resemblance(given: string, sent: string): Verdict {
  if (isLooselyEqual(given, sent)) return 'loose';
  return isOfSimilarSize(given, sent) ? 'unclear' : 'other';
}

/** Services change the names of files, but not their bytes. */
function compareFile(
  sent: { readonly name: string; readonly byteLength: number },
  { fileName, byteLength }: { readonly fileName: string | undefined; readonly byteLength: number | undefined },
): Verdict {
  if (byteLength === undefined) return 'unclear';
  if (byteLength !== sent.byteLength) return 'other';
  if (fileName === undefined || normalizedText(fileName) === normalizedText(sent.name)) return 'equal';
  return isLooselyEqual(fileName, sent.name) ? 'loose' : 'unclear';
}

function worseOf(one: Verdict, other: Verdict): Verdict {
  const order: readonly Verdict[] = ['other', 'unclear', 'loose', 'equal'];
  return order.find((verdict) => verdict === one || verdict === other) ?? 'unclear';
}

/** The message has only a file or no content, so it cannot be the text. */
function isEmptyMessage({ text, markdown, html, files }: Message): boolean {
  return files !== undefined && [text, markdown, html].every((field) => field === undefined);
}

/** The name in a URL may be percent-encoded or not. */
function isLastSegment(url: string, fileName: string | undefined): boolean {
  const segment = URL.parse(url)?.pathname.split('/').at(-1);
  return fileName !== undefined && (segment === fileName || segment === encodeURIComponent(fileName));
}

/** Normalizes what services may change: line endings, outer white space and Unicode composition. */
function normalizedText(text: string): string {
  return text.normalize('NFC').replaceAll('\r\n', '\n').trim();
}

/**
 * Whether two texts have the same letters and digits, with or without decoded entities. Services change white space and
 * punctuation.
 */
function isLooselyEqual(given: string, sent: string): boolean {
  const ofSent = looseForms(sent);
  return looseForms(given).some((form) => form !== '' && ofSent.includes(form));
}

/** Compares the number of letters and digits, which escaping and white space hardly change. */
function isOfSimilarSize(given: string, sent: string): boolean {
  const ofSent = looseForms(sent).map(({ length }) => length);
  const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= Math.max(8, one / 4, other / 4);
  return looseForms(given).some(({ length }) => ofSent.some((other) => isNear(length, other)));
}

function looseForms(text: string): readonly string[] {
  return [looseForm(text), looseForm(withoutEntities(text))];
}

function looseForm(text: string): string {
  return text.normalize('NFC').replace(/[^\p{L}\p{N}]/gu, '');
}

/** Decodes common HTML entities once. The named ones are punctuation, which loose forms leave out. */
function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|amp|lt|gt|quot|apos|nbsp);/gi, (whole, decimal, hex) => {
    if (decimal === undefined && hex === undefined) return '';
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}
