import { commands, l10n, type Uri } from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { ExactText } from './exactText.ts';
import { MessagePage } from './messagePage.ts';
import { pageMessages } from './pageContent.ts';
import { isTooLong } from './propose.ts';
import { markdownOf, type OutgoingShare } from './shareable.ts';

/** What the last step shows of a share. */
interface PreviewContent {
  readonly to: string;
  /** The people in the room, once they are known. */
  readonly audience: string;
  readonly facts: string;
  readonly warnings: readonly string[];
  readonly share: OutgoingShare & { readonly secretTexts: readonly string[] };
  readonly isExact: boolean;
  readonly coveredPx: number;
}

/** What the user sees while the last step is open: the message as its room will show it, or its exact text. */
export class MessagePreview implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #page: MessagePage;
  readonly #exactText = this.#owned.add(new ExactText());

  constructor(ports: { readonly extensionUri: Uri; readonly clock: Clock }) {
    this.#page = this.#owned.add(new MessagePage(ports));
  }

  /** Resolves when it is on the screen. Where a page does not answer, the exact text is shown instead. */
  async show({ to, audience, facts, warnings, share, isExact, coveredPx }: PreviewContent): Promise<void> {
    const head = [l10n.t('To: {0}', to), audience].filter((part) => part !== '').join(' · ');
    const markdown = markdownOf(share);
    if (!isExact) {
      const { secretTexts } = share;
      const marked = await pageMessages(share.messages);
      const content = {
        ...{ to: head, facts, secrets: secretTexts, coveredPx, ...marked },
        warnings: [...warnings, ...marked.warnings],
      };
      const answer = await this.#page.show(content);
      if (answer === 'replaced') return;
      if (answer === 'drawn') return this.#exactText.hide();
    }
    if (markdown === undefined) return;
    const lines = [head, l10n.t('Size: {0}', facts), ...warnings.map((warning) => `! ${warning}`)];
    await this.#exactText.show(lines, markdown, !isTooLong(markdown));
    await this.#page.hide();
  }

  scroll(by: number): void {
    this.#page.scroll(by);
  }

  /** Brings back the editor that was there, with the focus. */
  async hide(): Promise<void> {
    await Promise.all([this.#page.hide(), this.#exactText.hide()]);
    await commands.executeCommand('workbench.action.focusActiveEditorGroup');
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
