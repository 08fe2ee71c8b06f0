import type { Message } from '../api/resources.ts';

/** A message and its replies, or a message without replies. Not in the service API [X18]. */
export interface Thread<T extends Message = Message> {
  /** The id of the first message, also when that message is not known. */
  readonly id: string;
  /** The first message; `undefined` if it is not loaded, does not exist, or is itself a reply. */
  readonly root: T | undefined;
  /** Oldest first. */
  readonly replies: readonly T[];
}

// decisions/0023
/**
 * Groups messages into threads, in the order of their newest messages: a thread with a new reply comes last, and older
 * messages never change the order of newer threads. `parentId` comes from the network, so it is not followed further: a
 * reply to a reply, or a cycle, makes threads without a first message.
 * @param messages oldest first
 */
export function threadsOf<T extends Message>(messages: readonly T[]): Thread<T>[] {
  const threads = new Map<string, { readonly id: string; root: T | undefined; readonly replies: T[] }>();
  for (const message of messages) {
    const id = threadIdOf(message);
    const thread = threads.get(id) ?? { id, root: undefined, replies: [] };
    if (message.id === id) thread.root ??= message;
    else thread.replies.push(message);
    // A map keeps the order of insertion.
    threads.delete(id);
    threads.set(id, thread);
  }
  return [...threads.values()];
}

/** The id of the first message of its thread. */
export function threadIdOf({ id, parentId }: Pick<Message, 'id' | 'parentId'>): string {
  return parentId ?? id;
}

/** The messages of a thread, oldest first. */
export function messagesOf<T extends Message>({ root, replies }: Thread<T>): readonly T[] {
  return root === undefined ? replies : [root, ...replies];
}

/** A thread with this number of replies is shown with only its newest replies. */
const minCollapsed = 5;
const newestCount = 2;
const moreCount = 50;

/** How many of the newest replies are visible. @param requested the number that the user asked for */
export function visibleReplyCount({ replies }: Thread, requested = 0): number {
  if (replies.length < minCollapsed) return replies.length;
  return Math.min(replies.length, Math.max(newestCount, requested));
}

/** The newest replies that are visible, oldest first. */
export function visibleReplies<T extends Message>(thread: Thread<T>, requested?: number): readonly T[] {
  return thread.replies.slice(thread.replies.length - visibleReplyCount(thread, requested));
}

/** The number to request for more replies, so that a long thread opens in steps. */
export function moreReplyCount(thread: Thread, requested = 0): number {
  return visibleReplyCount(thread, requested) + moreCount;
}
