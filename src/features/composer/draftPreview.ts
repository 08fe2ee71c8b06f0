import { randomBytes } from 'node:crypto';
import { env, l10n, type TextDocument, ViewColumn, type WebviewPanel, window } from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { type Disposable, DisposableStore, MutableDisposable } from '../../core/base/disposable.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { previewPage } from '../../core/drafts/previewPage.ts';
import { parentText } from '../../host/ui/parentText.ts';
import { activeDraft, clickedDraft, type MessageDrafts, onDidChangeDraft } from '../../host/vscode/messageDrafts.ts';
import { draftScheme, textTabs } from '../../host/vscode/uris.ts';
import { type DraftAudience, messageOf, sizeOf } from './draftFacts.ts';

const debounceMs = 150;

/**
 * Renders the active draft as the room shows it, with the service's subset of Markdown only. The page has no script:
 * its HTML is replaced when the text changes, and VS Code keeps the scroll position.
 */
export class DraftPreview implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #timer = this.#owned.add(new MutableDisposable());
  readonly #drafts: MessageDrafts;
  readonly #audience: DraftAudience;
  #panel: WebviewPanel | undefined;
  #shown: TextDocument | undefined;
  /** False after the user has closed the preview while drafts are open. */
  #opensWithDraft = true;

  constructor(drafts: MessageDrafts, audience: DraftAudience, clock: Clock) {
    this.#drafts = drafts;
    this.#audience = audience;
    const renderSoon = (): void => {
      if (this.#panel) this.#timer.value = clock.startTimer(debounceMs, () => void this.#render());
    };
    const follow = (): void => {
      if (this.#opensWithDraft && this.#panel === undefined) void this.show();
      else renderSoon();
    };
    this.#owned.add(window.onDidChangeActiveTextEditor(follow));
    this.#owned.add(audience.onDidChange(renderSoon));
    this.#owned.add(onDidChangeDraft(renderSoon));
    this.#owned.add(
      window.tabGroups.onDidChangeTabs(() => {
        if (hasDraftTab()) return;
        this.#close();
        this.#opensWithDraft = true;
      }),
    );
    follow();
  }

  /** Opens the preview beside the draft whose title was clicked, else the active one, and keeps the focus. */
  async show(clicked?: unknown): Promise<void> {
    const draft = await clickedDraft(clicked);
    if (draft === undefined) return;
    this.#shown = draft;
    this.#opensWithDraft = true;
    if (this.#panel === undefined) {
      const place = { viewColumn: ViewColumn.Beside, preserveFocus: true };
      const options = { enableScripts: false, localResourceRoots: [] };
      const panel = window.createWebviewPanel('roomside.messagePreview', l10n.t('Message Preview'), place, options);
      panel.onDidDispose(() => {
        if (this.#panel !== panel) return;
        this.#panel = undefined;
        this.#opensWithDraft = !hasDraftTab();
      });
      this.#panel = panel;
    } else this.#panel.reveal(undefined, true);
    await this.#render();
  }

  dispose(): void {
    this.#close();
    this.#owned.dispose();
  }

  /** Closes the preview with the last draft. The next draft opens it again. */
  #close(): void {
    const panel = this.#panel;
    this.#panel = undefined;
    panel?.dispose();
  }

  async #render(): Promise<void> {
    // The last draft stays visible while another file is active.
    const document = activeDraft() ?? this.#shown;
    const draft = document && (await this.#drafts.find(document.uri));
    if (document === undefined || draft === undefined) return;
    this.#shown = document;
    const markdown = messageOf(document);
    const { text, isTooLong } = sizeOf(markdown);
    const facts = isTooLong ? l10n.t('Too long for a message: {0}', text) : text;
    const { renderMarkdown } = await import('../../core/markdown/renderMarkdown.ts');
    const body = await renderMarkdown(markdown);
    const panel = this.#panel;
    // The preview was closed, or a later text is already rendered.
    if (panel === undefined || messageOf(document) !== markdown) return;
    panel.title = l10n.t('Preview: {0}', displayTitle(draft.room.title));
    panel.webview.html = previewPage({
      language: env.language,
      title: l10n.t('To: {0}', displayTitle(draft.room.title)),
      facts: [...(draft.parent ? [parentText(draft.parent)] : []), this.#audience.text(draft.room), facts],
      label: l10n.t('The message as the room will show it'),
      empty: l10n.t('Nothing to preview yet.'),
      body,
      nonce: randomBytes(18).toString('base64'),
    });
  }
}

function hasDraftTab(): boolean {
  return textTabs(draftScheme).length > 0;
}
