import { nextEvent } from '../../core/base/emitter.ts';
import { raceAbort, throwIfAborted } from '../../core/base/errors.ts';
import { SerialQueue } from '../../core/base/scheduling/concurrency.ts';
import { limitPerMinute } from '../../core/base/scheduling/limitPerMinute.ts';
import { identifyRoom } from '../../core/terminal/findRooms.ts';
import { type RequestShare, type ShareRequest, ShareRequestError } from '../../core/terminal/shareRequest.ts';
import { roomLines } from '../../host/roomLines.ts';
import { parentWith } from './confirmation/pickParent.ts';
import { focusPlace } from './origin.ts';
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
  const parent = await raceAbort(parentIn(ports, request), asked);
  const shareable = await requestedShareable(request, ports, asked);
  throwIfAborted(asked);
  if (shareable === undefined) return undefined;
  const { title, warnings = [], roomId, isInTerminal } = request;
  const propose: Propose = async (...args) => {
    const proposal = await shareable.propose(...args);
    return { ...proposal, warnings: [...twinLines(ports, roomId), ...warnings, ...(proposal.warnings ?? [])] };
  };
  // The page took the focus.
  const origin = isInTerminal && { lose: () => undefined, focus: () => focusPlace('roomside.shareLastCommand') };
  const titled = { title, asked, ...(origin && { origin }), ...shareable, propose };
  return share(ports, titled, roomId && { room: roomId, parent });
}

/** The message to reply to, if there is one. @throws {ShareRequestError} `unknown-parent` */
async function parentIn(ports: SharePorts, { roomId, reply }: ShareRequest) {
  const { account } = await ports.connection.requireSession();
  // The rooms of the account are read after the account itself.
  if (ports.rooms.accountId === undefined) await nextEvent(ports.rooms.onDidChangeAccount);
  const isReply = roomId !== undefined && reply !== undefined;
  const parent = isReply ? await parentWith(ports, { id: roomId, account }, reply) : undefined;
  if (isReply && parent === undefined) throw new ShareRequestError('unknown-parent');
  return parent;
}

/** Which room it is, if another one looks like it: a program has chosen it. It is known at the latest when it is shown. */
function twinLines({ directory }: SharePorts, roomId: string | undefined): readonly string[] {
  const room = roomId === undefined ? undefined : directory.find(roomId);
  const identity = room && identifyRoom(room, directory.rooms);
  return identity === undefined || identity.sameTitleCount === 0 ? [] : roomLines(identity);
}
