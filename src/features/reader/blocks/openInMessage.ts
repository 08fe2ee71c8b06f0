import type { Log } from '../../../core/base/log.ts';
import { appliedReply } from '../../../core/lines/appliedReply.ts';
import type { MessagePlace } from '../../../core/lines/messagePlaces.ts';
import type { FeedMessage } from '../../../core/messages/feedMessages.ts';
import type { SharedBlock } from '../../../core/messages/sharedBlocks.ts';
import { threadIdOf } from '../../../core/messages/threads.ts';
import type { AppliedPatches } from '../../../host/git/appliedPatches.ts';
import type { FromPage } from '../../../webview/reader/protocol.ts';
import type { BlockActions } from './blockActions.ts';
import type { GoToFilePorts } from './sharedFiles.ts';

interface MessageParts {
  blocksOf(message: FeedMessage | undefined): Promise<readonly SharedBlock[]>;
  placesOf(message: FeedMessage | undefined): Promise<readonly MessagePlace[]>;
}

interface OpenPorts extends Pick<GoToFilePorts, 'openLink'> {
  readonly blockActions: BlockActions;
  readonly applied: AppliedPatches;
  readonly log: Log;
  reply(text: string, threadId: string): Promise<void>;
}

/** The messages that are being answered: until the page shows the reply, Enter would send it again. */
const replying = new WeakSet<FeedMessage>();

/** Runs an action of a code block, or opens a place that the message names. */
export async function openInMessage(
  request: Extract<FromPage, { readonly kind: 'block' | 'place' }>,
  message: FeedMessage | undefined,
  parts: MessageParts,
  { blockActions, applied, log, openLink, reply }: OpenPorts,
): Promise<void> {
  if (request.kind === 'block') {
    const block = (await parts.blocksOf(message))[request.block];
    if (message === undefined || block === undefined) return;
    if (request.action !== 'replyApplied') return blockActions[request.action](block);
    if (replying.has(message)) return;
    replying.add(message);
    try {
      const { commitOfApplied } = await import('../../../host/git/commitOfApplied.ts');
      await reply(appliedReply(await commitOfApplied(block.code, applied, log)), threadIdOf(message));
    } finally {
      replying.delete(message);
    }
    return;
  }
  const place = (await parts.placesOf(message))[request.place];
  // A lazy chunk: most places are only read.
  if (place !== undefined) await (await import('./openPlace.ts')).openPlace(place, { openLink });
}
