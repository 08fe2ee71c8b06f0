import { extname } from 'node:path';
import { l10n } from 'vscode';
import type { FilePart } from '../../../core/api/requestBody.ts';
import { maxPreviewBytes, NotPreviewableError, previewImage } from '../../../core/attachments/fetchImage.ts';
import { lazy } from '../../../core/base/lazy.ts';
import { displayTitle } from '../../../core/base/text/displayText.ts';
import { checkMarkdown } from '../../../core/markdown/checkMarkdown.ts';
import { fenceCode } from '../../../core/markdown/fencedBlocks.ts';
import { createMessageRenderer, HighlightTime, type RenderMessage } from '../../../core/messages/renderMessage.ts';
import { textFormOf } from '../../../core/secrets/scanPart.ts';
import { findHiddenCharacters } from '../../../core/snippet/hiddenCharacters.ts';
import { contentOf } from '../../../platform/files/openFilePart.ts';
import type { PageContent, PageFile, PageMessage } from '../../../webview/messagePage/protocol.ts';
import { byteText } from '../../vscode/formats.ts';
import { constructWarning } from '../describeMarkdown.ts';

/** A file or a URL can have a comment as its text. */
interface ShownMessage {
  readonly content:
    | { readonly kind: 'text'; readonly markdown: string }
    | { readonly kind: 'url'; readonly url: string; readonly text?: string }
    | { readonly kind: 'file'; readonly file: ShownFile; readonly text?: string };
}

interface ShownFile {
  readonly name: string;
  readonly byteLength: number;
  open(): Promise<FilePart>;
}

/**
 * The shown length of a message that is too long to be sent, in UTF-16 units. An editor needs a second for half a megabyte.
 */
export const maxUnsendableLength = 64 * 1024;

/** The lines of a text file that are shown at first. */
const firstLineCount = 40;

const renderer = lazy(() => createMessageRenderer());
/** A file is read once, though the page is drawn again whenever the comment changes. */
const images = new WeakMap<ShownFile, Promise<PageFile['image']>>();
const heads = new WeakMap<ShownFile, Promise<string | undefined>>();

/** Messages as the page shows them. */
export async function pageMessages(messages: readonly ShownMessage[]): Promise<readonly PageMessage[]> {
  const render = await renderer();
  const time = new HighlightTime();
  return Promise.all(messages.map((message) => pageMessage(message, render, time)));
}

/** What is marked in messages, and why. */
export async function marksIn(
  messages: readonly ShownMessage[],
): Promise<Pick<PageContent, 'hiddenCharacters' | 'unsupported' | 'warnings'>> {
  const texts = messages.map(({ content }) => (content.kind === 'text' ? content.markdown : (content.text ?? '')));
  const hidden = texts.flatMap((text) => findHiddenCharacters(text));
  const unsupported = (await Promise.all(texts.map((text) => checkMarkdown(text))))
    .flat()
    // That of code which contains a fence is from Roomside, and the only way to send it.
    .filter(({ construct }) => construct !== 'long-fence');
  return {
    hiddenCharacters: [...new Set(hidden.map(({ codePoint }) => String.fromCodePoint(codePoint)))],
    unsupported: [...new Set(unsupported.map(({ excerpt }) => excerpt))],
    warnings: [...new Set(unsupported.map(({ construct }) => constructWarning(construct)))],
  };
}

async function pageMessage(
  { content }: ShownMessage,
  render: RenderMessage,
  time: HighlightTime,
): Promise<PageMessage> {
  const body =
    content.kind === 'text'
      ? { markdown: content.markdown.slice(0, maxUnsendableLength) }
      : { text: content.text ?? '' };
  const { html } = await render({ id: '', roomId: '', ...body }, time);
  if (content.kind === 'text') return { html };
  if (content.kind === 'file') return { html, file: await pageFile(content.file, render, time) };
  return { html, file: { name: content.url, detail: l10n.t('downloaded by the service') } };
}

async function pageFile(file: ShownFile, render: RenderMessage, time: HighlightTime): Promise<PageFile> {
  const facts = { name: displayTitle(file.name), detail: byteText(file.byteLength) };
  const reading = images.get(file) ?? imageOf(file);
  images.set(file, reading);
  const image = await reading;
  if (image !== undefined) return { ...facts, image };
  const head = await headOf(file);
  return head === undefined || head.trim() === ''
    ? facts
    : { ...facts, text: await pageText(file, head, render, time) };
}

/** The beginning of a text file, as it is shown. `undefined` for an image or another binary file, and one that cannot be read. */
export function headOf(file: ShownFile): Promise<string | undefined> {
  const reading = heads.get(file) ?? readHead(file);
  heads.set(file, reading);
  return reading;
}

async function readHead(file: ShownFile): Promise<string | undefined> {
  if (imageName.test(file.name)) return undefined;
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  try {
    for await (const chunk of (await file.open()).open()) {
      chunks.push(Buffer.from(chunk.subarray(0, maxUnsendableLength - byteLength)));
      byteLength += chunks.at(-1)?.byteLength ?? 0;
      if (byteLength === maxUnsendableLength) break;
    }
  } catch {
    // Reported when it is sent.
    return undefined;
  }
  const bytes = Buffer.concat(chunks);
  const form = textFormOf(bytes);
  if (form === 'binary') return undefined;
  const decoder = new TextDecoder(form === 'bytes' ? 'utf-8' : form.replace('utf', 'utf-'));
  return decoder.decode(bytes, { stream: true });
}

async function pageText(file: ShownFile, head: string, render: RenderMessage, time: HighlightTime) {
  const isCut = file.byteLength > maxUnsendableLength;
  const lines = head.replace(/\r?\n$/, '').split(/\r?\n/);
  const { markdown } = fenceCode(lines.slice(0, firstLineCount).join('\n'), extname(file.name).slice(1));
  const rest = lines.slice(firstLineCount);
  const count = rest.length;
  return {
    html: (await render({ id: '', roomId: '', markdown }, time)).html,
    rest: rest.join('\n'),
    more: count === 0 ? '' : moreText(count, isCut),
    end: isCut ? l10n.t('Only the beginning is shown.') : '',
  };
}

function moreText(count: number, isCut: boolean): string {
  if (isCut) return l10n.t('+ more than {0} lines', count);
  return count === 1 ? l10n.t('+ 1 more line') : l10n.t('+ {0} more lines', count);
}

const imageName = /\.(?:png|jpe?g|gif|bmp)$/i;

/** The file if the page can show it. One that cannot be read is reported when it is sent. */
async function imageOf(file: ShownFile): Promise<PageFile['image']> {
  if (file.byteLength > maxPreviewBytes || !imageName.test(file.name)) return undefined;
  try {
    return await previewImage(Uint8Array.from(await contentOf(await file.open())));
  } catch (error) {
    if (error instanceof NotPreviewableError) return undefined;
    throw error;
  }
}
