import type { ServiceClient } from '../api/client.ts';
import type { Message } from '../api/resources.ts';
import { digestOf, type ShareContent } from './shareRecord.ts';

/**
 * The result of comparing a message with a share. `loose`: equal except for changes that services make. `unclear`: it
 * cannot be compared, or it resembles the share.
 */
export type Verdict = 'equal' | 'loose' | 'other' | 'unclear';

interface ComparedShare {
  readonly roomId: string;
  readonly content: ShareContent;
  /** The message that the share replies to. */
  readonly parentId?: string | undefined;
  /** `digestOf` the contents of other shares of the room. */
  readonly otherDigests: ReadonlySet<string>;
}

/**
 * Compares a message of the room with a share. Requests the metadata of an attached file from the service. A reply may
 * have lost its parent, in a service without threads [X18].
 */
export async function compareMessage(
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
  if (verdict === 'equal' || verdict === 'other' || fileName === undefined || byteLength === undefined) return verdict;
  const comment = message.text ?? message.markdown;
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

function compareComment(message: Message, sent: string): Verdict {
  const given = message.text ?? message.markdown;
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

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Decodes common HTML entities once. */
function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return namedEntities[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}
