import { l10n, TabInputText, Uri, ViewColumn, window, workspace } from 'vscode';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import type { ConfirmView } from './confirmShare.ts';

const scheme = 'roomside-preview';

/** What stands above the message in its preview: as in the step that confirms it, with the room. */
export interface PreviewHeader extends Pick<ConfirmView, 'facts' | 'warnings' | 'send'> {
  readonly to: string;
}

/** How much is shown of what is too long to be sent: an editor takes a second for half a megabyte. UTF-16 units. */
const maxUnsendableLength = 64 * 1024;

/** Parts the head from the message; everything below it is sent as it stands. */
const previewRule = '─'.repeat(40);

/** Shows the exact text of a message beside the editor, read-only, for as long as it waits to be confirmed. */
export class MessagePreview implements Disposable {
  readonly #owned = new DisposableStore();
  #shown = { id: 0, text: '' };

  constructor() {
    this.#owned.add(
      workspace.registerTextDocumentContentProvider(scheme, {
        provideTextDocumentContent: (uri) => (uri.query === String(this.#shown.id) ? this.#shown.text : ''),
      }),
    );
  }

  /**
   * Opens the preview in the place of the one before. The focus stays where it is. Every text has an address of its own:
   * under one address the editor shows the text it knew until it has heard of the new one, which may be after the user.
   */
  async show(head: PreviewHeader, message: string): Promise<void> {
    const warnings = head.warnings.map((warning) => `! ${warning}`);
    const { sentence, text } = shownOf(message, head.send !== undefined);
    const lines = [l10n.t('To: {0}', head.to), l10n.t('Size: {0}', head.facts), ...warnings, '', sentence, previewRule];
    const id = this.#shown.id + 1;
    this.#shown = { id, text: `${lines.join('\n')}\n${text}` };
    const uri = Uri.from({ scheme, path: `/${l10n.t('Message Preview')}.md`, query: String(id) });
    await window.showTextDocument(uri, { preview: true, preserveFocus: true, viewColumn: ViewColumn.Beside });
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

/** What can be sent is shown to its last character. */
function shownOf(message: string, isSendable: boolean): { readonly sentence: string; readonly text: string } {
  if (isSendable) return { sentence: l10n.t('The text below the line is sent exactly as shown.'), text: message };
  if (message.length <= maxUnsendableLength) return { sentence: l10n.t('Too long for a message.'), text: message };
  const sentence = l10n.t('Too long for a message. Only the beginning is shown.');
  return { sentence, text: message.slice(0, maxUnsendableLength) };
}
