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
    // An answer that came meanwhile must be read before a write can fail: a failed write throws away what is unread.
    if (!isFirst) await setImmediate();
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
