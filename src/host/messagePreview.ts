import { type Event, EventEmitter, l10n, TabInputText, Uri, ViewColumn, window, workspace } from 'vscode';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';

const scheme = 'roomside-preview';

/** What stands above the message in its preview. */
export interface PreviewHead {
  readonly to: string;
  readonly facts: string;
  readonly warnings: readonly string[];
}

/** Parts the head from the message; everything below it is sent as it stands. */
const previewRule = '─'.repeat(40);

/** Shows the exact text of a message beside the editor, read-only, for as long as it waits to be confirmed. */
export class MessagePreview implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #changes = this.#owned.add(new EventEmitter<Uri>());
  readonly #uri = Uri.from({ scheme, path: `/${l10n.t('Message Preview')}.md` });
  #text = '';

  constructor() {
    const onDidChange: Event<Uri> = this.#changes.event;
    this.#owned.add(
      workspace.registerTextDocumentContentProvider(scheme, {
        onDidChange,
        provideTextDocumentContent: () => this.#text,
      }),
    );
  }

  /** Opens the preview, or puts the new text into the open one. The focus stays where it is. */
  async show(head: PreviewHead, message: string): Promise<void> {
    const warnings = head.warnings.map((warning) => `! ${warning}`);
    const sentence = l10n.t('Everything below the line is sent as it stands.');
    const lines = [l10n.t('To: {0}', head.to), l10n.t('Size: {0}', head.facts), ...warnings, '', sentence, previewRule];
    this.#text = `${lines.join('\n')}\n${message}`;
    this.#changes.fire(this.#uri);
    const options = { preview: true, preserveFocus: true, viewColumn: ViewColumn.Beside };
    await window.showTextDocument(this.#uri, options);
  }

  /** Closes the preview. */
  async hide(): Promise<void> {
    const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
    const own = tabs.filter((tab) => tab.input instanceof TabInputText && tab.input.uri.scheme === scheme);
    if (own.length > 0) await window.tabGroups.close(own, true);
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
