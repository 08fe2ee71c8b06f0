import { l10n, type TextDocument, type Uri, ViewColumn, window } from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { MutableDisposable, Owner } from '../../core/base/disposable.ts';
import type { Log } from '../../core/base/log.ts';
import { displayTitle, escapeHtml } from '../../core/base/text/displayText.ts';
import { MessagePage } from '../../host/ui/messagePage/messagePage.ts';
import { activeDraft, clickedDraft } from '../../host/vscode/messageDrafts.ts';
import { draftScheme, textTabs } from '../../host/vscode/uris.ts';
import { messageOf, type ShownDrafts } from './draftFacts.ts';

const debounceMs = 150;

/** The active draft beside it, as its room will show it. Opens with the first draft and closes with the last. */
export class DraftPreview extends Owner {
  readonly #timer = this.own(new MutableDisposable());
  readonly #drafts: ShownDrafts;
  readonly #page: MessagePage;
  #shown: TextDocument | undefined;
  /** False after the user has closed the preview while drafts are open. */
  #opensWithDraft = true;

  constructor(drafts: ShownDrafts, ports: { readonly extensionUri: Uri; readonly clock: Clock; readonly log: Log }) {
    super();
    this.#drafts = drafts;
    this.#page = this.own(
      new MessagePage(ports, {
        viewType: 'roomside.messagePreview',
        viewColumn: ViewColumn.Beside,
        onDidClose: () => {
          this.#opensWithDraft = !hasDraftTab();
        },
      }),
    );
    const follow = (): void => {
      if (this.#page.isOpen) this.#timer.value = ports.clock.startTimer(debounceMs, () => void this.#render());
      else if (this.#opensWithDraft) void this.show();
    };
    this.own(drafts.onDidChange(follow));
    this.own(
      window.tabGroups.onDidChangeTabs(() => {
        if (hasDraftTab()) return;
        this.#page.dispose();
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
    this.#page.reveal();
    await this.#render();
  }

  async #render(): Promise<void> {
    // The last draft stays visible while another file is active.
    const document = activeDraft() ?? this.#shown;
    const facts = await this.#drafts.factsOf(document);
    if (document === undefined || facts === undefined) return;
    this.#shown = document;
    const { draft, markdown, size, notes } = facts;
    const { pageMessages } = await import('../../host/ui/messagePage/pageContent.ts');
    const messages = await pageMessages([{ content: { kind: 'text', markdown } }]);
    // The preview was closed, or a later text is already rendered.
    if (!this.#page.isOpen || messageOf(document) !== markdown) return;
    const room = displayTitle(draft.room.title);
    const empty = { html: `<p class="facts">${escapeHtml(l10n.t('Nothing to preview yet.'))}</p>` };
    const content = {
      to: l10n.t({ message: 'To: {0}', args: [room], comment: '{0}: a room or a person' }),
      facts: [...notes, size.isTooLong ? l10n.t('Too long for a message: {0}', size.withLimit) : size.withLimit],
      messages: markdown.trim() === '' ? [empty] : messages,
      // The diagnostics of the draft name what is marked in the confirmation of a share.
      warnings: [],
      secrets: [],
      unsupported: [],
      hiddenCharacters: [],
      coveredPx: 0,
    };
    await this.#page.show(content, l10n.t('Preview: {0}', room));
  }
}

function hasDraftTab(): boolean {
  return textTabs(draftScheme).length > 0;
}
