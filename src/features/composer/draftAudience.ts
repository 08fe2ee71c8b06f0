import { window } from 'vscode';
import { type Disposable, DisposableStore, toDisposable } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/emitter.ts';
import type { DraftRoom } from '../../core/share/compose/messageDraft.ts';
import { type AudiencePorts, peopleFact } from '../../host/audienceFact.ts';
import { draftInFront, type MessageDrafts } from '../../host/messageDrafts.ts';
import { audienceWords } from './draftFacts.ts';

/** Says who will read a draft, and how many they are as soon as that is known. Asked anew whenever a draft comes to the front. */
export class DraftAudience implements Disposable {
  readonly #drafts: MessageDrafts;
  readonly #ports: AudiencePorts;
  readonly #people = new Map<string, string>();
  readonly #owned = new DisposableStore();
  readonly #changes = this.#owned.add(new Emitter<void>());
  readonly #asking = new AbortController();
  readonly onDidChange = this.#changes.event;

  constructor(ports: AudiencePorts & { readonly drafts: MessageDrafts }) {
    this.#drafts = ports.drafts;
    this.#ports = ports;
    this.#owned.add(toDisposable(() => this.#asking.abort()));
    this.#owned.add(window.onDidChangeActiveTextEditor(() => void this.#ask()));
    void this.#ask();
  }

  words(room: DraftRoom): string {
    const people = room.type === 'direct' ? undefined : this.#people.get(room.id);
    return [audienceWords(room), people].filter((words) => words !== undefined).join(' · ');
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #ask(): Promise<void> {
    const document = draftInFront();
    const draft = document && (await this.#drafts.find(document.uri));
    if (draft === undefined || !(await this.#drafts.isOfAccountInUse(draft))) return;
    const people = await peopleFact(this.#ports, draft.room.id, this.#asking.signal);
    if (people === undefined || people === this.#people.get(draft.room.id) || this.#asking.signal.aborted) return;
    this.#people.set(draft.room.id, people);
    this.#changes.fire();
  }
}
