import type { Message } from '../api/resources.ts';
import { defined } from '../base/json.ts';
import type { Thread } from './threads.ts';

/** A known message. A message that was deleted while the room is open keeps its position, author and time. */
export interface FeedMessage extends Message {
  readonly isDeleted?: true;
}

export type FeedThread = Thread<FeedMessage>;

/** Consecutive threads of a room, in the order of their newest messages. */
export interface FeedSlice {
  readonly threads: readonly FeedThread[];
  /** There are older messages, here or at the service. */
  readonly hasOlder: boolean;
  /** Newer threads are known here. */
  readonly hasNewer: boolean;
}

/** A message to scroll back to. */
export interface FeedAnchor {
  readonly id: string;
  /** Milliseconds since the epoch; 0 if not known. */
  readonly createdMs: number;
}

/** The changes that a refresh found. */
export interface FeedChange {
  /** Oldest first. */
  readonly added: readonly FeedMessage[];
  /** Edited, deleted, or listed again. */
  readonly changed: readonly FeedMessage[];
  /** The new messages do not overlap the known ones, which were dropped. */
  readonly isReset: boolean;
}

/** The newest messages, as read by a refresh. */
export interface NewestMessages {
  /** Oldest first. */
  found: Message[];
  /** Every listed message has an id. */
  hasAllIds: boolean;
  /** The service has older messages. */
  hasNext: boolean;
}

/**
 * Adds the newest messages to the known ones. Within their range, a missing message was deleted, unless the service lists
 * messages without an id.
 * @param known oldest first, at least one of which is among the newest or older than all of them
 */
export function mergeNewest(
  known: readonly FeedMessage[],
  { found, hasAllIds, hasNext }: NewestMessages,
): Pick<FeedChange, 'added' | 'changed'> & { readonly messages: readonly FeedMessage[] } {
  const knownIds = new Set(known.map(({ id }) => id));
  const firstKnown = found.findIndex(({ id }) => knownIds.has(id));
  // After deletions the answer may contain older messages; they are read later, when the user scrolls.
  const olderCount = firstKnown < 0 ? found.filter((message) => isOlder(message, known[0])).length : firstKnown;
  const added = new Map(found.slice(olderCount).map((message) => [message.id, message]));
  const isBehind = !hasNext || isOlder(found[0], known[0]);
  const start = isBehind ? 0 : known.findIndex(({ id }) => added.has(id));
  const changed: FeedMessage[] = [];
  const kept = known.map((message, at) => {
    const isGone = hasAllIds && at >= start && !message.id.startsWith(replacementPrefix);
    const next = added.get(message.id) ?? (isGone ? deletedMessage(message) : message);
    added.delete(message.id);
    if (next === message || JSON.stringify(next) === JSON.stringify(message)) return message;
    changed.push(next);
    return next;
  });
  return { messages: [...kept, ...added.values()], added: [...added.values()], changed };
}

/** The messages of a page after its last known one, or older than all known messages. */
export function olderThan(known: readonly FeedMessage[], page: readonly Message[]): readonly Message[] {
  const knownIds = new Set(known.map(({ id }) => id));
  const lastKnown = page.findLastIndex(({ id }) => knownIds.has(id));
  return lastKnown < 0 ? page.filter((message) => isOlder(message, known[0])) : page.slice(lastKnown + 1);
}

const replacementPrefix = 'nameless ';

/** An id for a message that has none. */
export function replacementId(count: number): string {
  return `${replacementPrefix}${count}`;
}

function isOlder(one: Message | undefined, other: Message | undefined): boolean {
  return Date.parse(one?.created ?? '') < Date.parse(other?.created ?? '');
}

/** The content of a deleted message is not kept. */
export function deletedMessage({ id, roomId, parentId, personId, personEmail, created }: FeedMessage): FeedMessage {
  return { id, roomId, isDeleted: true, ...defined({ parentId, personId, personEmail, created }) };
}
