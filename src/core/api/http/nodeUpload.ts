import type { ClientRequest } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { RequestBody } from '../send.ts';

/**
 * Writes a body to a request, chunk by chunk. Each chunk waits until the connection has taken the previous one, because
 * the memory of chunks is reused. Stops without ending the request if the request is closed or `shouldContinue` returns
 * false. Rejects only with errors of the body. Connection errors are reported by the `error` event of the request.
 */
export async function uploadBody(raw: ClientRequest, body: RequestBody, shouldContinue: () => boolean): Promise<void> {
  let onTaken: (() => void) | undefined;
  raw.once('close', () => onTaken?.());
  let isFirst = true;
  for await (const chunk of body.open()) {
    if (!isFirst) await readPendingResponse();
    isFirst = false;
    if (raw.destroyed || !shouldContinue()) return;
    await new Promise<void>((resolve) => {
      onTaken = resolve;
      raw.write(chunk, () => resolve());
    });
    if (raw.destroyed || !shouldContinue()) return;
  }
  raw.end();
}

/** This many turns of the event loop certainly poll the connection once, at almost no cost. */
const readTurns = 4;

/**
 * Lets Node read data that has arrived. A service that refuses early may close the connection during the upload. A
 * write that fails then would lose the unread response.
 */
async function readPendingResponse(): Promise<void> {
  for (let turn = 0; turn < readTurns; turn += 1) await setImmediate();
}
