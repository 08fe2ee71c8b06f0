import type { ClientRequest } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { RequestBody } from './send.ts';

/**
 * Writes a body to a request, a chunk at a time, each only once the connection has taken the one before: the chunks'
 * memory is reused. Ends early, without ending the request, once the request is closed or `isWanted` says no.
 * Rejects only with what the body itself throws; a connection that fails tells the request's own `error` event.
 */
export async function uploadBody(raw: ClientRequest, body: RequestBody, isWanted: () => boolean): Promise<void> {
  let onTaken: (() => void) | undefined;
  raw.once('close', () => onTaken?.());
  let isFirst = true;
  for await (const chunk of body.open()) {
    if (!isFirst) await readPendingResponse();
    isFirst = false;
    if (raw.destroyed || !isWanted()) return;
    await new Promise<void>((resolve) => {
      onTaken = resolve;
      raw.write(chunk, () => resolve());
    });
    if (raw.destroyed || !isWanted()) return;
  }
  raw.end();
}

/** So many turns of the event loop are sure to include one that looks at the connection anew, and cost next to nothing. */
const readTurns = 4;

/**
 * Lets what has arrived be read. A service that refuses early may close on the rest of the body; a write that fails
 * then would throw away its answer unread.
 */
async function readPendingResponse(): Promise<void> {
  for (let turn = 0; turn < readTurns; turn += 1) await setImmediate();
}
