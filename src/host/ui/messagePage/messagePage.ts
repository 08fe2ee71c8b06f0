import { l10n, type Uri, type ViewColumn, type WebviewPanel, window } from 'vscode';
import { maxPreviewPixels } from '../../../core/attachments/fetchImage.ts';
import type { Clock } from '../../../core/base/clock.ts';
import { type Disposable, MutableDisposable } from '../../../core/base/disposable.ts';
import { fieldsOf } from '../../../core/base/json.ts';
import type { Log } from '../../../core/base/log.ts';
import { escapeHtml } from '../../../core/base/text/displayText.ts';
import type { PageContent, ToMessagePage } from '../../../webview/messagePage/protocol.ts';
import { webviewPage, webviewPageOptions } from '../webviewPage.ts';

/** A page that has not drawn after this time may never do so. */
const maxDrawMs = 2000;
/** The same while it opens: it needs a service worker and its resources, which may come from a server far away. */
const maxOpenMs = 6000;

type PageAnswer = 'drawn' | 'silent' | 'replaced';

interface MessagePagePorts {
  readonly extensionUri: Uri;
  readonly clock: Clock;
  readonly log: Log;
}

interface MessagePageOptions {
  readonly viewType: string;
  readonly viewColumn: ViewColumn;
  onDidClose?(): void;
  onDidLeave?(): unknown;
  /** Enter was pressed in it, by a key: no command of the editor reaches the page. */
  onDidEnter?(): unknown;
}

/** Messages as their room will show them. The focus does not move. Closing it brings back the editor that was there. */
export class MessagePage implements Disposable {
  readonly #ports: MessagePagePorts;
  readonly #options: MessagePageOptions;
  readonly #limit = new MutableDisposable();
  #panel: WebviewPanel | undefined;
  #isReady = false;
  #shown: { readonly id: number; readonly content: PageContent } | undefined;
  #drawn: PromiseWithResolvers<PageAnswer> | undefined;

  constructor(ports: MessagePagePorts, options: MessagePageOptions) {
    this.#ports = ports;
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#panel !== undefined;
  }

  /** Opens the page, or makes it visible where another tab covers it. */
  reveal(): void {
    if (this.#panel === undefined) this.#panel = this.#open();
    else this.#panel.reveal(undefined, true);
  }

  /** Shows another content. `silent`: it does not answer in time, or the editor opens no page. */
  async show(content: PageContent, title = l10n.t('Message Preview')): Promise<PageAnswer> {
    this.#answer('replaced');
    try {
      this.#panel ??= this.#open();
    } catch (error) {
      this.#ports.log.error('the page of a message could not be opened', error);
      return 'silent';
    }
    this.#panel.title = title;
    this.#shown = { id: (this.#shown?.id ?? 0) + 1, content };
    this.#drawn = Promise.withResolvers();
    this.#limit.value = this.#ports.clock.startTimer(this.#isReady ? maxDrawMs : maxOpenMs, () =>
      this.#answer('silent'),
    );
    this.#send();
    return this.#drawn.promise;
  }

  /** Gives it the focus, to be read. */
  focus(): void {
    this.#panel?.reveal(undefined, false);
  }

  /** Scrolls by this part of the visible height. */
  scroll(by: number): void {
    this.#post({ kind: 'scroll', by });
  }

  /** Resolves when the editor that was there is back. Disposing the panel would not tell when. The focus does not move. */
  async hide(): Promise<void> {
    const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
    // VS Code adds a prefix to the type.
    const own = tabs.filter(({ input }) => String(fieldsOf(input).viewType ?? '').endsWith(this.#options.viewType));
    if (own.length > 0) await window.tabGroups.close(own, true);
    // Its tab may not be there yet.
    this.#panel?.dispose();
  }

  dispose(): void {
    this.#panel?.dispose();
  }

  #open(): WebviewPanel {
    const { extensionUri } = this.#ports;
    const { viewType, viewColumn } = this.#options;
    const place = { viewColumn, preserveFocus: true };
    const options = webviewPageOptions(extensionUri);
    const panel = window.createWebviewPanel(viewType, l10n.t('Message Preview'), place, options);
    panel.onDidDispose(() => {
      this.#panel = undefined;
      this.#isReady = false;
      this.#answer('replaced');
      this.#options.onDidClose?.();
    });
    panel.webview.onDidReceiveMessage((value: unknown) => this.#receive(value));
    panel.webview.html = webviewPage(panel.webview, extensionUri, {
      name: 'messagePage',
      styles: ['readerContent', 'messagePage'],
      data: { 'data-max-pixels': String(maxPreviewPixels) },
      // Until the message is there, its outline is.
      body: `<main id="page" tabindex="0" aria-busy="true" aria-label="${escapeHtml(l10n.t('The message as the room will show it'))}"><article class="outline"><p></p><p></p><p></p></article></main>`,
    });
    return panel;
  }

  /** Like any input, what a page sends can be anything. */
  #receive(value: unknown): void {
    const { kind, id } = fieldsOf(value);
    if (kind === 'ready') {
      this.#isReady = true;
      this.#send();
    } else if (kind === 'left') this.#options.onDidLeave?.();
    else if (kind === 'entered') this.#options.onDidEnter?.();
    else if (kind === 'drawn' && id === this.#shown?.id) this.#answer('drawn');
  }

  #send(): void {
    if (this.#isReady && this.#shown !== undefined) this.#post({ kind: 'show', ...this.#shown });
  }

  #post(message: ToMessagePage): void {
    void this.#panel?.webview.postMessage(message);
  }

  #answer(answer: PageAnswer): void {
    this.#limit.value = undefined;
    this.#drawn?.resolve(answer);
  }
}
