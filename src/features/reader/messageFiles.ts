import { commands, l10n } from 'vscode';
import { isImageName, isPatchName, safeFileName } from '../../core/attachments/fileNames.ts';
import type { ServiceConnection } from '../../core/auth/serviceConnection.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { CommandId } from '../../host/commands/commandIds.ts';
import { describeError } from '../../host/errors/describeError.ts';
import { byteText } from '../../host/vscode/formats.ts';
import type { FileAction, ShownFile } from '../../webview/reader/protocol.ts';

const commandOf: Readonly<Record<FileAction, CommandId>> = {
  openFile: 'roomside.openAttachment',
  compareFile: 'roomside.compareAttachment',
  saveFile: 'roomside.saveAttachment',
  downloadFile: 'roomside.downloadAttachment',
  applyFile: 'roomside.applyAttachment',
};

/** The attachments of messages. Their metadata [A26] is requested once, when the message is shown. */
export class MessageFiles {
  readonly #connection: ServiceConnection;
  readonly #cache = new Map<string, ShownFile>();

  constructor(connection: ServiceConnection) {
    this.#connection = connection;
  }

  async get(urls: readonly string[]): Promise<readonly ShownFile[]> {
    const files: ShownFile[] = [];
    for (const [index, url] of urls.entries())
      files.push(this.#cache.get(url) ?? (await this.#fetch(url, index, urls.length)));
    return files;
  }

  /** Runs the command of an action. It gets the name if the metadata is loaded. */
  async run(action: FileAction, url: string): Promise<void> {
    await commands.executeCommand(commandOf[action], { url, name: this.#cache.get(url)?.name });
  }

  /** Never rejects: an error becomes the description of the file, so that the others are still shown. */
  async #fetch(url: string, index: number, count: number): Promise<ShownFile> {
    try {
      const { fileName, mediaType, byteLength } = await (await this.#connection.client()).headContent(url);
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
      const file = { name, detail: [type, size].filter(Boolean).join(' · '), actions };
      this.#cache.set(url, file);
      return file;
    } catch (error) {
      const name = count === 1 ? l10n.t('Attachment') : l10n.t('Attachment {0}', index + 1);
      return { name, detail: describeError(error).sentence, actions: [] };
    }
  }
}
