import { l10n, type Uri, type ViewColumn, type WebviewPanel, window } from 'vscode';
import { maxPreviewPixels } from '../../../core/attachments/fetchImage.ts';
import type { Disposable } from '../../../core/base/disposable.ts';
import { fieldsOf } from '../../../core/base/json.ts';
import type { Log } from '../../../core/base/log.ts';
import { escapeHtml } from '../../../core/base/text/displayText.ts';
import type { PageContent, ToMessagePage } from '../../../webview/messagePage/protocol.ts';
import { webviewPage, webviewPageOptions } from '../webviewPage.ts';

/** `unopened`: the editor opens no page. */
type PageAnswer = 'drawn' | 'replaced' | 'unopened';

interface MessagePagePorts {
  readonly extensionUri: Uri;
  readonly log: Log;
}

interface MessagePageOptions {
  readonly viewType: string;
  readonly viewColumn: ViewColumn;
  onDidClose?(): unknown;
  onDidLeave?(): unknown;
  /** Enter was pressed in it, by a key: no command of the editor reaches the page. */
  onDidEnter?(): unknown;
}

/** Messages as their room will show them. The focus does not move. Closing it brings back the editor that was there. */
export class MessagePage implements Disposable {
  readonly #ports: MessagePagePorts;
  readonly #options: MessagePageOptions;
  #panel: WebviewPanel | undefined;
  #isReady = false;
  #shown: { readonly id: number; readonly content: PageContent } | undefined;
  /** Until it answers. */
  #drawn: PromiseWithResolvers<PageAnswer> | undefined;

  constructor(ports: MessagePagePorts, options: MessagePageOptions) {
    this.#ports = ports;
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#panel !== undefined;
  }

  /** Whether it shows the newest content. */
  get hasDrawn(): boolean {
    return this.isOpen && this.#drawn === undefined;
  }

  /** Opens the page, or makes it visible where another tab covers it. */
  reveal(): void {
    if (this.#panel === undefined) this.#panel = this.#open();
    else this.#panel.reveal(undefined, true);
  }

  /**
   * Shows another content. Resolves when it is drawn, which may be late: the page needs a service worker and its resources,
   * which may come from a server far away.
   */
  async show(content: PageContent, title = l10n.t('Message Preview')): Promise<PageAnswer> {
    this.#answer('replaced');
    try {
      this.#panel ??= this.#open();
    } catch (error) {
      this.#ports.log.error('the page of a message could not be opened', error);
      return 'unopened';
    }
    this.#panel.title = title;
    this.#shown = { id: (this.#shown?.id ?? 0) + 1, content };
    const drawn = Promise.withResolvers<PageAnswer>();
    this.#drawn = drawn;
    this.#send();
    return drawn.promise;
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
    // It also draws while it is covered.
    const options = { ...webviewPageOptions(extensionUri), retainContextWhenHidden: true };
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
    this.#drawn?.resolve(answer);
    this.#drawn = undefined;
  }
}
