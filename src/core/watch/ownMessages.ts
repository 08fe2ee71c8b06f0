import type { Message } from '../api/resources.ts';
import { dropOldest } from '../base/dropOldest.ts';
import { isOwn, messagesSince, type UserIdentity } from './newMessages.ts';
import type { MessageMark } from './watchStore.ts';

const maxKnown = 1_000;

/** Which messages the user wrote, of those that were read: a reply does not say whose message it replies to. */
export class OwnMessages {
  /** By user and message; the latest last. */
  readonly #isOwn = new Map<string, boolean>();

  has(id: string | undefined, reader: UserIdentity): boolean {
    return id !== undefined && this.#isOwn.get(keyOf(id, reader)) === true;
  }

  /** Notes the authors of messages, and returns the messages that those after the mark reply to and that are not known. */
  unknownParents(messages: readonly Message[], mark: MessageMark | undefined, reader: UserIdentity): readonly string[] {
    for (const message of messages) this.#note(message.id, isOwn(message, reader), reader);
    const replies = mark === undefined ? [] : messagesSince(mark, messages);
    return replies.flatMap(({ parentId }) =>
      parentId === undefined || this.#isOwn.has(keyOf(parentId, reader)) ? [] : [parentId],
    );
  }

  /** Does not look again for messages that are too far back. */
  giveUp(ids: readonly string[], reader: UserIdentity): void {
    for (const id of ids) this.#note(id, false, reader);
  }

  #note(id: string, isOwn: boolean, reader: UserIdentity): void {
    this.#isOwn.set(keyOf(id, reader), isOwn);
    dropOldest(this.#isOwn, maxKnown);
  }
}

function keyOf(id: string, { personId }: UserIdentity): string {
  return `${personId} ${id}`;
}
