import { type Event, EventEmitter, l10n, TabInputText, Uri, ViewColumn, window, workspace } from 'vscode';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';

const scheme = 'roomside-preview';

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
  async show(text: string): Promise<void> {
    this.#text = text;
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
