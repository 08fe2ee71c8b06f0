import { l10n, ViewColumn, window } from 'vscode';
import { clipboardImageName, imageExtension } from '../../../core/attachments/mediaType.ts';
import { type Disposable, MutableDisposable } from '../../../core/base/disposable.ts';
import { fieldsOf } from '../../../core/base/json.ts';
import { escapeHtml } from '../../../core/base/text/displayText.ts';
import { describeError } from '../../../host/errors/describeError.ts';
import { webviewPage, webviewPageOptions } from '../../../host/ui/webviewPage.ts';
import { byteText } from '../../../host/vscode/formats.ts';
import type { FromPasteBox, ToPasteBox } from '../../../webview/pasteBox/protocol.ts';
import { bytesAsFile, type FileSource } from '../fileSource.ts';
import { shareableFiles } from '../propose.ts';
import type { ShareSource, SourcePorts } from './shareSource.ts';

/**
 * "Share Image from Clipboard…": the image that the user pastes into the paste box, which shows it until it is sent or
 * cancelled.
 */
export const clipboardImageSource: ShareSource = async (_, ports) => {
  const box = openPasteBox(ports);
  openBox.value = box;
  const file = await box.image;
  return file && shareableFiles({ files: [file], shown: box });
};

/** One at a time: a new command closes the previous box. */
const openBox = new MutableDisposable<PasteBox>();

type Pasted = Extract<FromPasteBox, { kind: 'pasted' }>;

/** A page to paste an image into. Closing it drops the image. */
interface PasteBox extends Disposable {
  /** The image, once the user chooses Share…; `undefined` if the page is closed before. */
  readonly image: Promise<FileSource | undefined>;
}

/** Opens the page: extensions can read only the text of the clipboard. */
function openPasteBox({ extensionUri, clock }: Pick<SourcePorts, 'extensionUri' | 'clock'>): PasteBox {
  const title = l10n.t('Image from Clipboard');
  const options = { ...webviewPageOptions(extensionUri), retainContextWhenHidden: true };
  const panel = window.createWebviewPanel('roomside.pasteBox', title, ViewColumn.Active, options);
  let file: FileSource | undefined;
  const image = new Promise<FileSource | undefined>((resolve) => {
    panel.onDidDispose(() => resolve(undefined));
    panel.webview.onDidReceiveMessage((value: unknown) => {
      const message = parsePasteMessage(value);
      if (message?.kind === 'pasted') {
        const read = readImage(message, new Date(clock.now()));
        file = read.file;
        void panel.webview.postMessage(read.answer);
      } else if (message?.kind === 'cancel') panel.dispose();
      else if (message !== undefined && file !== undefined) resolve(file);
    });
  });
  const { webview } = panel;
  webview.html = webviewPage(webview, extensionUri, { name: 'pasteBox', body: body() });
  return { image, dispose: () => panel.dispose() };
}

/** Parses a message of the paste box. Anything else does not come from our page and is ignored. */
export function parsePasteMessage(value: unknown): FromPasteBox | undefined {
  const { kind, bytes, width, height } = fieldsOf(value);
  if (kind === 'share' || kind === 'cancel') return { kind };
  const isPasted = kind === 'pasted' && bytes instanceof Uint8Array && isSide(width) && isSide(height);
  return isPasted ? { kind, bytes, width, height } : undefined;
}

function isSide(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** The pasted image as a file with a name, or why it cannot be shared. The type is detected from the bytes. */
function readImage({ bytes, width, height }: Pasted, date: Date): { file?: FileSource; answer: ToPasteBox } {
  const problem = (text: string) => ({ answer: { kind: 'problem', text } }) as const;
  if (bytes.byteLength === 0)
    return problem(l10n.t('There is no image on the clipboard. Copy one, then paste it here.'));
  const extension = imageExtension(bytes);
  if (extension === undefined || width === 0) {
    return problem(l10n.t("Couldn't read this image. Rooms show PNG, JPEG, GIF, and BMP images."));
  }
  try {
    const file = bytesAsFile(clipboardImageName(extension, date), bytes);
    const text = l10n.t('{0} · {1} × {2} pixels · {3}', file.name, width, height, byteText(file.byteLength));
    return { file, answer: { kind: 'image', text } };
  } catch (error) {
    return problem(describeError(error).sentence);
  }
}

function body(): string {
  const button = (id: string, text: string, more = ''): string =>
    `<button type="button" id="${id}"${more}>${escapeHtml(text)}</button>`;
  const hint = l10n.t('Paste an image here: Ctrl+V, or ⌘V on a Mac.');
  const shown = l10n.t('The image as it will be shared');
  return `<main>
<h1>${escapeHtml(l10n.t('Image from Clipboard'))}</h1>
<div id="box" role="textbox" tabindex="0" aria-describedby="problem" aria-label="${escapeHtml(hint)}" data-hint="${escapeHtml(hint)}"></div>
<p id="problem" role="alert"></p>
<figure id="figure" hidden><img id="image" alt="${escapeHtml(shown)}"><figcaption id="facts" role="status"></figcaption></figure>
<p id="buttons">
${button('share', l10n.t('Share…'), ' hidden')}
${button('paste', l10n.t('Paste'), ' class="quiet"')}
${button('cancel', l10n.t('Cancel'), ' class="quiet"')}
</p>
</main>`;
}
