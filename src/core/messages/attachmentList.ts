import type { Message } from '../api/resources.ts';
import { timeMs } from '../base/clock.ts';
import { defined } from '../base/json.ts';

/** An attachment with the facts of its message. */
export interface MessageAttachment extends Pick<Message, 'created' | 'personEmail' | 'text'> {
  readonly messageId: string;
  /** Fetch it through the contents endpoint. */
  readonly url: string;
}

/**
 * Lists the attachments of messages, newest first, each URL once. Messages without a valid time come last, in their
 * order.
 */
export function listAttachments(messages: readonly Message[]): MessageAttachment[] {
  const newestFirst = messages.toSorted((one, other) => timeMs(other.created) - timeMs(one.created));
  const attachments = new Map<string, MessageAttachment>();
  for (const message of newestFirst) {
    for (const url of message.files ?? []) {
      if (!attachments.has(url)) attachments.set(url, attachmentOf(message, url));
    }
  }
  return [...attachments.values()];
}

function attachmentOf({ id, created, personEmail, text }: Message, url: string): MessageAttachment {
  return { messageId: id, url, ...defined({ created, personEmail, text }) };
}
