import { nextEvent } from '../../core/base/emitter.ts';
import { throwIfAborted } from '../../core/base/errors.ts';
import { SerialQueue } from '../../core/base/scheduling/concurrency.ts';
import { limitPerMinute } from '../../core/base/scheduling/limitPerMinute.ts';
import { type RequestShare, type ShareRequest, ShareRequestError } from '../../core/terminal/shareRequest.ts';
import { parentWith } from './confirmation/pickParent.ts';
import { share } from './share.ts';
import type { Propose } from './shareable.ts';
import { requestedShareable } from './sources/requested.ts';
import type { SharePorts } from './step.ts';

/** Lets programs ask for shares, one after the other and a few in a minute. */
export function createRequestShare(ports: SharePorts): RequestShare {
  const countQuestion = limitPerMinute(ports.clock, () => new ShareRequestError('too-many'));
  const queue = new SerialQueue();
  return async (request, asked) => {
    countQuestion();
    return queue.run(() => ask(ports, request, asked));
  };
}

async function ask(ports: SharePorts, request: ShareRequest, asked: AbortSignal) {
  throwIfAborted(asked);
  const { title, content, comment, warnings = [], roomId, reply } = request;
  const { account } = await ports.connection.requireSession();
  // The rooms of the account are read after the account itself.
  if (ports.rooms.accountId === undefined) await nextEvent(ports.rooms.onDidChangeAccount);
  const isReply = roomId !== undefined && reply !== undefined;
  const parent = isReply ? await parentWith(ports, { id: roomId, account }, reply) : undefined;
  if (isReply && parent === undefined) throw new ShareRequestError('unknown-parent');
  const shareable = await requestedShareable(content, comment, ports);
  if (shareable === undefined || asked.aborted) return undefined;
  const propose: Propose = async (...args) => {
    const proposal = await shareable.propose(...args);
    return { ...proposal, warnings: [...warnings, ...(proposal.warnings ?? [])] };
  };
  return share(ports, { title, asked, ...shareable, propose }, roomId && { room: roomId, parent });
}
