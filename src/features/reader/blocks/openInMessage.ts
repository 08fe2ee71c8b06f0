import type { MessagePlace } from '../../../core/lines/messagePlaces.ts';
import type { FeedMessage } from '../../../core/messages/feedMessages.ts';
import type { SharedBlock } from '../../../core/messages/sharedBlocks.ts';
import type { FromPage } from '../../../webview/reader/protocol.ts';
import type { BlockActions } from './blockActions.ts';
import type { GoToFilePorts } from './sharedFiles.ts';

/** What is in the messages of a room. */
interface MessageParts {
  blocksOf(message: FeedMessage | undefined): Promise<readonly SharedBlock[]>;
  placesOf(message: FeedMessage | undefined): Promise<readonly MessagePlace[]>;
}

/** Runs an action of a code block, or opens a place that the message names. */
export async function openInMessage(
  request: Extract<FromPage, { readonly kind: 'block' | 'place' }>,
  message: FeedMessage | undefined,
  parts: MessageParts,
  { blockActions, openLink }: Pick<GoToFilePorts, 'openLink'> & { readonly blockActions: BlockActions },
): Promise<void> {
  if (request.kind === 'block') {
    const block = (await parts.blocksOf(message))[request.block];
    if (block !== undefined) await blockActions[request.action](block);
    return;
  }
  const place = (await parts.placesOf(message))[request.place];
  // A lazy chunk: most places are only read.
  if (place !== undefined) await (await import('./openPlace.ts')).openPlace(place, { openLink });
}
