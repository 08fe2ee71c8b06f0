import type { AccountConnection } from '../../core/auth/serviceConnection.ts';
import { isCancelled } from '../../core/base/errors.ts';
import type { Log } from '../../core/base/log.ts';
import type { FromPage, ToPage } from '../../webview/reader/protocol.ts';
import { MessageFiles } from './messageFiles.ts';
import { imageFailure } from './readerPage.ts';

interface PageFilesPorts {
  readonly connection: AccountConnection;
  readonly log: Log;
  /** Ends when the page is closed. */
  readonly signal: AbortSignal;
  send(message: ToPage): Promise<unknown>;
}

type FileRequest = Extract<FromPage, { readonly kind: 'files' | 'file' | 'image' }>;

/** Answers what the page requests about the attachments of a message. */
export class PageFiles {
  readonly #ports: PageFilesPorts;
  readonly #files: MessageFiles;

  constructor(ports: PageFilesPorts) {
    this.#ports = ports;
    this.#files = new MessageFiles(ports.connection);
  }

  /** @param urls the files of the message */
  async answer(request: FileRequest, urls: readonly string[]): Promise<void> {
    const { messageId } = request;
    if (request.kind === 'files') {
      await this.#ports.send({ kind: 'files', messageId, files: await this.#files.get(urls) });
      return;
    }
    const url = urls[request.file];
    if (url === undefined) return;
    if (request.kind === 'file') await this.#files.run(request.action, url);
    else await this.#showImage(request, url);
  }

  /** A failure is shown at the file. */
  async #showImage({ messageId, file }: Extract<FileRequest, { readonly kind: 'image' }>, url: string): Promise<void> {
    const { log, send, signal } = this.#ports;
    try {
      await send({ kind: 'image', messageId, file, ...(await this.#files.image(url, signal)) });
    } catch (error) {
      if (isCancelled(error)) return;
      log.error('an image could not be shown', error);
      await send({ kind: 'imageFailed', messageId, file, text: imageFailure(error) });
    }
  }
}
