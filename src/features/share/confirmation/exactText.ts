import { l10n, type Tab, type Uri, ViewColumn, window } from 'vscode';
import { Owner } from '../../../core/base/disposable.ts';
import { maxUnsendableLength } from '../../../host/ui/messagePage/pageContent.ts';
import { ReadOnlyTexts } from '../../../host/vscode/readOnlyTexts.ts';
import { draftScheme, textTabs, urisOfTab } from '../../../host/vscode/uris.ts';

const scheme = 'roomside-preview';

/** Of a line of the default font. What it is less in another font, the header makes up for. */
const linePx = 18;

/** Separates the header from the message. Everything below it is sent unchanged. */
const rule = '─'.repeat(40);

/** Shows the exact text of a message in a read-only editor, in the active group. */
export class ExactText extends Owner {
  readonly #texts = this.own(new ReadOnlyTexts(scheme));
  #shown: Uri | undefined;
  #opening: Promise<unknown> = Promise.resolve();

  /** @param onDidClose the tab of the newest text is closed: by `hide`, or by the user */
  constructor(onDidClose: () => void) {
    super();
    const isNewest = (tab: Tab) => urisOfTab(tab).some((uri) => `${uri}` === `${this.#shown}`);
    this.own(window.tabGroups.onDidChangeTabs(({ closed }) => closed.some(isNewest) && onDidClose()));
  }

  get isOpen(): boolean {
    return textTabs(scheme).length > 0;
  }

  /** Replaces the text before. The focus does not move. @param coveredPx how much of it the step covers */
  async show(head: readonly string[], message: string, isSendable: boolean, coveredPx: number): Promise<void> {
    const { sentence, text } = shownOf(message, isSendable);
    // The folder gives it the language of drafts: in Markdown, VS Code shows a bracket without its partner in red.
    const name = `${draftScheme}/${l10n.t('Message Preview')}.md`;
    const below = '\n'.repeat(Math.ceil(coveredPx / linePx));
    const uri = this.#texts.add(name, `${below}${[...head, '', sentence, rule].join('\n')}\n${text}`);
    this.#shown = uri;
    const options = { preview: true, preserveFocus: true, viewColumn: ViewColumn.Active };
    this.#opening = Promise.resolve(window.showTextDocument(uri, options)).catch((error: unknown) => {
      // VS Code rejects when a newer text has taken the place of this one.
      if (uri === this.#shown) throw error;
    });
    await this.#opening;
  }

  /** Closes the editor, also one that is still opening. */
  async hide(): Promise<void> {
    await Promise.allSettled([this.#opening]);
    const own = textTabs(scheme).map(({ tab }) => tab);
    if (own.length > 0) await window.tabGroups.close(own, true);
  }
}

/** A message that can be sent is shown in full. */
function shownOf(message: string, isSendable: boolean): { readonly sentence: string; readonly text: string } {
  if (isSendable) return { sentence: l10n.t('The text below the line is sent exactly as shown.'), text: message };
  if (message.length <= maxUnsendableLength) return { sentence: l10n.t('Too long for a message.'), text: message };
  const sentence = l10n.t('Too long for a message. Only the beginning is shown.');
  return { sentence, text: message.slice(0, maxUnsendableLength) };
}
