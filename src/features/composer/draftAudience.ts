import { window } from 'vscode';
import { type Disposable, DisposableStore, toDisposable } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/emitter.ts';
import type { DraftRoom } from '../../core/drafts/draftFolder.ts';
import { type AudiencePorts, describePeople } from '../../host/ui/describeAudience.ts';
import { activeDraft, type MessageDrafts } from '../../host/vscode/messageDrafts.ts';
import { visibilityText } from './draftText.ts';

/** The audience of a draft, with the number of people once it is loaded. Reloads whenever a draft becomes active. */
export class DraftAudience implements Disposable {
  readonly #drafts: MessageDrafts;
  readonly #ports: AudiencePorts;
  readonly #people = new Map<string, string>();
  readonly #owned = new DisposableStore();
  readonly #changes = this.#owned.add(new Emitter<void>());
  readonly #abort = new AbortController();
  readonly onDidChange = this.#changes.event;

  constructor(ports: AudiencePorts & { readonly drafts: MessageDrafts }) {
    this.#drafts = ports.drafts;
    this.#ports = ports;
    this.#owned.add(toDisposable(() => this.#abort.abort()));
    this.#owned.add(window.onDidChangeActiveTextEditor(() => void this.#load()));
    void this.#load();
  }

  text(room: DraftRoom): string {
    const people = room.type === 'direct' ? undefined : this.#people.get(room.id);
    return [visibilityText(room), people].filter((text) => text !== undefined).join(' · ');
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #load(): Promise<void> {
    const document = activeDraft();
    const draft = document && (await this.#drafts.find(document.uri));
    if (draft === undefined || !(await this.#drafts.isOfActiveAccount(draft))) return;
    const people = await describePeople(this.#ports, draft.room.id, this.#abort.signal);
    if (people === undefined || people === this.#people.get(draft.room.id) || this.#abort.signal.aborted) return;
    this.#people.set(draft.room.id, people);
    this.#changes.fire();
  }
}
