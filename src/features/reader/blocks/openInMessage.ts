import { appliedReply } from '../../../core/lines/appliedReply.ts';
import type { MessagePlace } from '../../../core/lines/messagePlaces.ts';
import type { FeedMessage } from '../../../core/messages/feedMessages.ts';
import type { SharedBlock } from '../../../core/messages/sharedBlocks.ts';
import { threadIdOf } from '../../../core/messages/threads.ts';
import type { FromPage } from '../../../webview/reader/protocol.ts';
import type { BlockActions } from './blockActions.ts';
import type { GoToFilePorts } from './sharedFiles.ts';

/** What is in the messages of a room. */
interface MessageParts {
  blocksOf(message: FeedMessage | undefined): Promise<readonly SharedBlock[]>;
  placesOf(message: FeedMessage | undefined): Promise<readonly MessagePlace[]>;
}

interface OpenPorts extends Pick<GoToFilePorts, 'openLink'> {
  readonly blockActions: BlockActions;
  /** Sends a text into a thread. */
  reply(text: string, threadId: string): Promise<void>;
}

/** Runs an action of a code block, or opens a place that the message names. */
export async function openInMessage(
  request: Extract<FromPage, { readonly kind: 'block' | 'place' }>,
  message: FeedMessage | undefined,
  parts: MessageParts,
  { blockActions, openLink, reply }: OpenPorts,
): Promise<void> {
  if (request.kind === 'block') {
    const block = (await parts.blocksOf(message))[request.block];
    if (request.action === 'replyApplied') return message && reply(appliedReply, threadIdOf(message));
    return block && blockActions[request.action](block);
  }
  const place = (await parts.placesOf(message))[request.place];
  // A lazy chunk: most places are only read.
  if (place !== undefined) await (await import('./openPlace.ts')).openPlace(place, { openLink });
}
