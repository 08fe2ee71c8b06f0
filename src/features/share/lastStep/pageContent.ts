import { l10n } from 'vscode';
import { maxPreviewBytes, NotPreviewableError, previewImage } from '../../../core/attachments/fetchImage.ts';
import { lazy } from '../../../core/base/lazy.ts';
import { displayTitle } from '../../../core/base/text/displayText.ts';
import { checkMarkdown } from '../../../core/markdown/checkMarkdown.ts';
import { createMessageRenderer, type RenderMessage } from '../../../core/messages/renderMessage.ts';
import { findHiddenCharacters } from '../../../core/snippet/hiddenCharacters.ts';
import { constructWarning } from '../../../host/ui/describeMarkdown.ts';
import { byteText } from '../../../host/vscode/formats.ts';
import type { PageContent, PageFile, PageMessage } from '../../../webview/messagePage/protocol.ts';
import { contentOf, type FileSource } from '../fileSource.ts';
import type { Outgoing } from '../shareable.ts';
import { maxUnsendableLength } from './exactText.ts';

const renderer = lazy(createMessageRenderer);
/** A file is read once, though the page is drawn again whenever the comment changes. */
const images = new WeakMap<FileSource, Promise<PageFile['image']>>();

type MarkedMessages = Pick<PageContent, 'messages' | 'hiddenCharacters' | 'unsupported' | 'warnings'>;

/** Messages as the page shows them, with what is marked in them. */
export async function pageMessages(messages: readonly Outgoing[]): Promise<MarkedMessages> {
  const render = await renderer();
  const texts = messages.map(({ content }) => textOf(content));
  const hidden = texts.flatMap((text) => findHiddenCharacters(text));
  const unsupported = (await Promise.all(texts.map((text) => checkMarkdown(text))))
    .flat()
    // That of code which contains a fence is from Roomside, and the only way to send it.
    .filter(({ construct }) => construct !== 'long-fence');
  return {
    messages: await Promise.all(messages.map((message) => pageMessage(message, render))),
    hiddenCharacters: [...new Set(hidden.map(({ codePoint }) => String.fromCodePoint(codePoint)))],
    unsupported: unsupported.map(({ excerpt }) => excerpt),
    warnings: [...new Set(unsupported.map(({ construct }) => constructWarning(construct)))],
  };
}

function textOf(content: Outgoing['content']): string {
  return (content.kind === 'text' ? content.markdown : content.text) ?? '';
}

async function pageMessage({ content }: Outgoing, render: RenderMessage): Promise<PageMessage> {
  const body =
    content.kind === 'text'
      ? { markdown: content.markdown.slice(0, maxUnsendableLength) }
      : { text: content.text ?? '' };
  const { html, blocks } = await render({ id: '', roomId: '', ...body });
  const firstLines = blocks.map(({ origin }) => origin?.startLine ?? 0);
  if (content.kind === 'text') return { html, firstLines };
  if (content.kind === 'file') return { html, firstLines, file: await pageFile(content.file) };
  return { html, firstLines, file: { name: content.url, detail: l10n.t('downloaded by the service') } };
}

async function pageFile(file: FileSource): Promise<PageFile> {
  const facts = { name: displayTitle(file.name), detail: byteText(file.byteLength) };
  const reading = images.get(file) ?? imageOf(file);
  images.set(file, reading);
  const image = await reading;
  return image === undefined ? facts : { ...facts, image };
}

/** The file if the page can show it. One that cannot be read is reported when it is sent. */
async function imageOf(file: FileSource): Promise<PageFile['image']> {
  if (file.byteLength > maxPreviewBytes || !/\.(?:png|jpe?g|gif|bmp)$/i.test(file.name)) return undefined;
  try {
    return await previewImage(Uint8Array.from(await contentOf(await file.open())));
  } catch (error) {
    if (error instanceof NotPreviewableError) return undefined;
    throw error;
  }
}
