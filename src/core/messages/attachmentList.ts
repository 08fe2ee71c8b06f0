import type { Message } from '../api/resources.ts';
import { timeMs } from '../base/clock.ts';
import { defined } from '../base/json.ts';

/** An attachment with the facts of its message. */
export interface MessageAttachment extends Pick<Message, 'created' | 'personEmail' | 'text'> {
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
  for (const { files = [], created, personEmail, text } of newestFirst) {
    const facts = defined({ created, personEmail, text });
    for (const url of files) if (!attachments.has(url)) attachments.set(url, { ...facts, url });
  }
  return [...attachments.values()];
}
