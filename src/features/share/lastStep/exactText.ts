import { randomUUID } from 'node:crypto';
import { l10n, Uri, ViewColumn, window, workspace } from 'vscode';
import { type Disposable, DisposableStore } from '../../../core/base/disposable.ts';
import { maxUnsendableLength } from '../../../host/ui/messagePage/pageContent.ts';
import { draftScheme, textTabs } from '../../../host/vscode/uris.ts';

const scheme = 'roomside-preview';

/** Separates the header from the message. Everything below it is sent unchanged. */
const rule = '─'.repeat(40);

/** Shows the exact text of a message in a read-only editor, in the active group. */
export class ExactText implements Disposable {
  readonly #owned = new DisposableStore();
  #shown = { id: '', text: '' };
  #opening: Promise<unknown> = Promise.resolve();

  constructor() {
    this.#owned.add(
      workspace.registerTextDocumentContentProvider(scheme, {
        provideTextDocumentContent: (uri) => (uri.query === this.#shown.id ? this.#shown.text : ''),
      }),
    );
  }

  /**
   * Replaces the text before. The focus does not move. Each text has its own URI: for a known URI the editor shows the old
   * text until it receives the new one, which may be after the user has read it, and VS Code keeps texts for a while.
   */
  async show(head: readonly string[], message: string, isSendable: boolean): Promise<void> {
    const { sentence, text } = shownOf(message, isSendable);
    const id = randomUUID();
    this.#shown = { id, text: `${[...head, '', sentence, rule].join('\n')}\n${text}` };
    // The folder gives it the language of drafts: in Markdown, VS Code shows a bracket without its partner in red.
    const uri = Uri.from({ scheme, path: `/${draftScheme}/${l10n.t('Message Preview')}.md`, query: id });
    const options = { preview: true, preserveFocus: true, viewColumn: ViewColumn.Active };
    this.#opening = Promise.resolve(window.showTextDocument(uri, options)).catch((error: unknown) => {
      // VS Code rejects when a newer text has taken the place of this one.
      if (id === this.#shown.id) throw error;
    });
    await this.#opening;
  }

  /** Closes the editor, also one that is still opening. */
  async hide(): Promise<void> {
    await Promise.allSettled([this.#opening]);
    const own = textTabs(scheme).map(({ tab }) => tab);
    if (own.length > 0) await window.tabGroups.close(own, true);
  }

  dispose(): void {
    this.#owned.dispose();
  }
}

/** A message that can be sent is shown in full. */
function shownOf(message: string, isSendable: boolean): { readonly sentence: string; readonly text: string } {
  if (isSendable) return { sentence: l10n.t('The text below the line is sent exactly as shown.'), text: message };
  if (message.length <= maxUnsendableLength) return { sentence: l10n.t('Too long for a message.'), text: message };
  const sentence = l10n.t('Too long for a message. Only the beginning is shown.');
  return { sentence, text: message.slice(0, maxUnsendableLength) };
}
