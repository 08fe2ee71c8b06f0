import type { Message } from '../../../core/api/resources.ts';
import { dropOldest } from '../../../core/base/dropOldest.ts';
import { defined } from '../../../core/base/json.ts';
import { isOwn, messagesSince, type UserIdentity } from './newMessages.ts';
import type { MessageMark } from './watchStore.ts';

type Author = Pick<Message, 'personId' | 'personEmail'>;

const maxKnown = 1_000;

/** Who wrote the messages that were read: a reply does not say whose message it replies to. */
export class MessageAuthors {
  /** By id of the message, the latest last; empty for a message that was not found. */
  readonly #authors = new Map<string, Author>();

  /** Whether the user wrote a message, as far as is known. */
  isOwn(id: string | undefined, reader: UserIdentity): boolean {
    return isOwn(this.#authors.get(id ?? '') ?? {}, reader);
  }

  /** Notes the authors of messages, and returns the messages that those after the mark reply to and that are not known. */
  unknownParents(messages: readonly Message[], mark: MessageMark | undefined): readonly string[] {
    for (const { id, personId, personEmail } of messages) this.#note(id, defined({ personId, personEmail }));
    const replies = mark === undefined ? [] : messagesSince(mark, messages);
    return replies.flatMap(({ parentId }) => (parentId === undefined || this.#authors.has(parentId) ? [] : [parentId]));
  }

  /** Does not look again for messages that are too far back. */
  giveUp(ids: readonly string[]): void {
    for (const id of ids) this.#note(id, {});
  }

  #note(id: string, author: Author): void {
    this.#authors.set(id, author);
    dropOldest(this.#authors, maxKnown);
  }
}
