import { l10n, type TextDocument, window } from 'vscode';
import { Owner, toDisposable } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/emitter.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { sentText } from '../../core/drafts/draftText.ts';
import type { DraftRoom } from '../../core/drafts/messageDraft.ts';
import { type AudiencePorts, describePeople } from '../../host/ui/describeAudience.ts';
import { parentText } from '../../host/ui/describeShare.ts';
import { sizeOf } from '../../host/ui/messageSize.ts';
import { activeDraft, type MessageDrafts, onDidChangeDraft } from '../../host/vscode/messageDrafts.ts';

/** The text to send, with the line breaks of the service instead of those of the document. */
export function messageOf(document: TextDocument): string {
  return sentText(document.getText());
}

/** What the editor shows of drafts. The number of people is loaded whenever a draft becomes active. */
export class ShownDrafts extends Owner {
  readonly #drafts: MessageDrafts;
  readonly #ports: AudiencePorts;
  readonly #people = new Map<string, string>();
  readonly #changes = this.own(new Emitter<void>());
  readonly #abort = new AbortController();
  /** Another draft is active, or its text or its audience has changed. */
  readonly onDidChange = this.#changes.event;

  constructor(ports: AudiencePorts & { readonly drafts: MessageDrafts }) {
    super();
    this.#drafts = ports.drafts;
    this.#ports = ports;
    this.own(toDisposable(() => this.#abort.abort()));
    this.own(
      window.onDidChangeActiveTextEditor(() => {
        this.#changes.fire();
        void this.#load();
      }),
    );
    this.own(onDidChangeDraft(() => this.refresh()));
    void this.#load();
  }

  /**
   * A draft with its text as it is now. The notes say what it replies to and who will see it. `undefined` if the document is
   * not, or no longer, a draft.
   */
  async factsOf(document: TextDocument | undefined) {
    const draft = document && (await this.#drafts.find(document.uri));
    if (document === undefined || draft === undefined) return undefined;
    const { room, parent } = draft;
    const markdown = messageOf(document);
    const people = room.type === 'direct' ? undefined : this.#people.get(room.id);
    const audience = [visibilityText(room), people].filter((text) => text !== undefined).join(' · ');
    return { draft, markdown, size: sizeOf(markdown), notes: [...(parent ? [parentText(parent)] : []), audience] };
  }

  /** The active draft has another room, or no thread. */
  refresh(): void {
    this.#changes.fire();
  }

  async #load(): Promise<void> {
    const document = activeDraft();
    const draft = document && (await this.#drafts.find(document.uri));
    if (draft === undefined || !(await this.#drafts.isOfActiveAccount(draft))) return;
    const room = { ...draft.room, account: { id: draft.accountId } };
    const people = await describePeople(this.#ports, room, this.#abort.signal);
    if (people === undefined || people === this.#people.get(room.id) || this.#abort.signal.aborted) return;
    this.#people.set(room.id, people);
    this.#changes.fire();
  }
}

function visibilityText({ title, type }: DraftRoom): string {
  const name = displayTitle(title);
  return type === 'direct'
    ? l10n.t({ message: 'Visible only to {0}', args: [name], comment: '{0}: a person' })
    : l10n.t('Visible to everyone in “{0}”', name);
}
