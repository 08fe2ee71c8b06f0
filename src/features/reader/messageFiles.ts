import { commands, l10n } from 'vscode';
import { DownloadTooLargeError } from '../../core/api/errors.ts';
import {
  fetchImage,
  maxPreviewBytes,
  maxPreviewPixels,
  NotPreviewableError,
  type PreviewImage,
} from '../../core/attachments/fetchImage.ts';
import { isImageName, isPatchName, safeFileName } from '../../core/attachments/fileNames.ts';
import { dropOldest } from '../../core/base/dropOldest.ts';
import { isCancelled } from '../../core/base/errors.ts';
import type { Log } from '../../core/base/log.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { CommandId } from '../../host/commands/commandIds.ts';
import { describeError } from '../../host/errors/describeError.ts';
import { byteText } from '../../host/vscode/formats.ts';
import { setting } from '../../host/vscode/settings.ts';
import type { FileAction, FromPage } from '../../webview/reader/protocol.ts';
import { type Markup, markup } from './markup.ts';
import { requestButton } from './messageHtml.ts';
import type { RoomPage } from './roomPage.ts';

/** Memory for the images of one room. */
const maxKeptBytes = 32 * 1024 * 1024;

const commandOf: Readonly<Record<FileAction, CommandId>> = {
  openFile: 'roomside.openAttachment',
  compareFile: 'roomside.compareAttachment',
  saveFile: 'roomside.saveAttachment',
  downloadFile: 'roomside.downloadAttachment',
  applyFile: 'roomside.applyAttachment',
};

/** An attachment, described by its metadata. */
interface ShownFile {
  readonly name: string;
  /** Type and size. */
  readonly detail: string;
  /** Empty for a file that cannot be fetched. */
  readonly actions: readonly FileAction[];
  /** It is an image of a documented type that is small enough for the page. */
  readonly hasPreview: boolean;
}

/** The attachments of messages. Their metadata [A26] is requested once, when the message is shown. */
export class MessageFiles {
  readonly #page: RoomPage;
  readonly #log: Log;
  readonly #cache = new Map<string, ShownFile>();
  /** Images by URL, the oldest first. */
  readonly #images = new Map<string, PreviewImage>();

  constructor(page: RoomPage, log: Log) {
    this.#page = page;
    this.#log = log;
  }

  /** Shows the attachments of a message in the page, and its images if the user wants them. Never rejects. */
  async show(messageId: string, urls: readonly string[]): Promise<void> {
    const files: ShownFile[] = [];
    for (const [index, url] of urls.entries())
      files.push(this.#cache.get(url) ?? (await this.#fetch(url, index, urls.length)));
    await this.#page.send({ kind: 'files', messageId, html: filesHtml(messageId, files).text });
    if (!setting('reader.showImages')) return;
    for (const [index, url] of urls.entries())
      if (files[index]?.hasPreview) void this.showImage({ messageId, file: index }, url);
  }

  /** Shows an image in the page, or why it cannot be shown. Never rejects. */
  async showImage(
    { messageId, file }: { readonly messageId: string; readonly file: number },
    url: string,
  ): Promise<void> {
    const page = this.#page;
    const place = { messageId, file };
    try {
      const image = this.#images.get(url) ?? (await fetchImage(await page.client(), url, page.signal));
      this.#images.set(url, image);
      dropOldest(this.#images, maxKeptBytes, ({ bytes }) => bytes.byteLength);
      const name = this.#cache.get(url)?.name ?? '';
      await page.send({ kind: 'image', ...place, ...image, name, maxPixels: maxPreviewPixels });
    } catch (error) {
      if (isCancelled(error)) return;
      this.#log.error('an image could not be shown', error);
      await page.send({ kind: 'imageFailed', ...place, text: imageFailure(error) });
    }
  }

  /** Does what the page asks for. The command of an action gets the name if the metadata is loaded. */
  async answer(request: Extract<FromPage, { readonly kind: 'file' | 'image' }>, url: string): Promise<void> {
    if (request.kind === 'image') return this.showImage(request, url);
    await commands.executeCommand(commandOf[request.action], { url, name: this.#cache.get(url)?.name });
  }

  /** Never rejects: an error becomes the description of the file, so that the others are still shown. */
  async #fetch(url: string, index: number, count: number): Promise<ShownFile> {
    try {
      const { fileName, mediaType, byteLength } = await (await this.#page.client()).headContent(url);
      const size = byteLength === undefined ? '' : byteText(byteLength);
      const type = displayTitle(mediaType?.split(';')[0] ?? '');
      const name = displayTitle(safeFileName(fileName, 'file'));
      const actions: readonly FileAction[] = [
        'openFile',
        ...(isImageName(name) ? [] : (['compareFile'] as const)),
        'saveFile',
        'downloadFile',
        ...(isPatchName(name) ? (['applyFile'] as const) : []),
      ];
      const hasPreview = isImageName(name) && byteLength !== undefined && byteLength <= maxPreviewBytes;
      const file = { name, detail: [type, size].filter(Boolean).join(' · '), actions, hasPreview };
      this.#cache.set(url, file);
      return file;
    } catch (error) {
      const name = count === 1 ? l10n.t('Attachment') : l10n.t('Attachment {0}', index + 1);
      return { name, detail: describeError(error).sentence, actions: [], hasPreview: false };
    }
  }
}

function filesHtml(messageId: string, files: readonly ShownFile[]): Markup {
  const rows = files.map(({ name, detail, actions, hasPreview }, file) => {
    const label = l10n.t('Show Image');
    const image = markup` data-image aria-label="${label}: ${name}"`;
    const buttons = actions.map((action) => {
      const attributes = markup` data-action="${action}" aria-label="${textOf(action)}: ${name}"`;
      return requestButton({ kind: 'file', action, messageId, file }, attributes, textOf(action));
    });
    return markup`<li${actions.length === 0 && markup` class="gone"`}><span class="fileName">${name}</span> <span class="fileDetail">${detail}</span>${hasPreview && requestButton({ kind: 'image', messageId, file }, image, label)}${buttons}</li>`;
  });
  return markup`${rows}`;
}

function textOf(action: FileAction): string {
  const texts = {
    openFile: l10n.t('Open'),
    compareFile: l10n.t('Compare with Workspace File'),
    saveFile: l10n.t('Save to Workspace…'),
    downloadFile: l10n.t('Download'),
    applyFile: l10n.t('Apply Patch…'),
  };
  return texts[action];
}

function imageFailure(error: unknown): string {
  if (error instanceof NotPreviewableError) return l10n.t("This file can't be shown as an image.");
  if (error instanceof DownloadTooLargeError) return l10n.t('This image is too large for the room view.');
  return describeError(error).sentence;
}
