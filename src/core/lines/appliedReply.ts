import type { Message } from '../api/resources.ts';
import { messageText } from '../messages/messageText.ts';
import type { Thread } from '../messages/threads.ts';
import { shortCommit } from '../snippet/snippetHeader.ts';

const applied = '✓ Applied';

/**
 * The reply that says that a suggestion is applied. English, because other people read it and it is recognized.
 * @param commit the full id of the commit that has it, if it is committed
 */
export function appliedReply(commit: string | undefined): string {
  return commit === undefined ? applied : `${applied} in ${shortCommit(commit)}`;
}

/** Whether the person who asked has replied that a suggestion is applied. */
export function isApplied({ root, replies }: Thread): boolean {
  const isBy = ({ personId }: Message): boolean => personId !== undefined && personId === root?.personId;
  return replies.some((reply) => isBy(reply) && messageText(reply).startsWith(applied));
}
