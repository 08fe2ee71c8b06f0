import { randomUUID } from 'node:crypto';
import { l10n, Uri, ViewColumn, window, workspace } from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { textTabs } from '../vscode/uris.ts';
import type { ConfirmView } from './confirmShare.ts';

const scheme = 'roomside-preview';

/** The text above the message in its preview: the facts of the last step, and the room. */
export interface PreviewHeader extends Pick<ConfirmView, 'facts' | 'warnings' | 'send'> {
  readonly to: string;
}

/**
 * The shown length of a message that is too long to be sent, in UTF-16 units. An editor needs a second for half a megabyte.
 */
const maxUnsendableLength = 64 * 1024;

/** Separates the header from the message. Everything below it is sent unchanged. */
const previewRule = '─'.repeat(40);

/** Shows the exact text of a message in a read-only editor beside the active one, until the user confirms or cancels. */
export class MessagePreview implements Disposable {
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
   * Replaces the previous preview. The focus does not move. Each text has its own URI: for a known URI the editor shows the
   * old text until it receives the new one, which may be after the user has read it, and VS Code keeps texts for a while.
   */
  async show(head: PreviewHeader, message: string): Promise<void> {
    const warnings = head.warnings.map((warning) => `! ${warning}`);
    const { sentence, text } = shownOf(message, head.send !== undefined);
    const lines = [l10n.t('To: {0}', head.to), l10n.t('Size: {0}', head.facts), ...warnings, '', sentence, previewRule];
    const id = randomUUID();
    this.#shown = { id, text: `${lines.join('\n')}\n${text}` };
    const uri = Uri.from({ scheme, path: `/${l10n.t('Message Preview')}.md`, query: id });
    const options = { preview: true, preserveFocus: true, viewColumn: ViewColumn.Beside };
    this.#opening = Promise.resolve(window.showTextDocument(uri, options)).catch((error: unknown) => {
      // VS Code rejects when a newer text has taken the place of this one.
      if (id === this.#shown.id) throw error;
    });
    await this.#opening;
  }

  /** Closes the preview, also one that is still opening. */
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
