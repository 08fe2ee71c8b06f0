import type { ServerResponse } from 'node:http';
import { answeredOnSocket } from '../../../listen.ts';
import type { RequestContext } from '../request.ts';
import type { FaultEffect } from './fault.ts';

/** Without a socket, a cut is a rejection with this code, as the platform's fetch would report it. */
export class CutError extends Error {
  readonly code = 'ECONNRESET';

  constructor() {
    super('the connection was cut');
  }
}

/** Closes the connection before or after the request is handled, or sends the headers and half of the body first. */
export async function cut(
  c: RequestContext,
  when: (FaultEffect & { kind: 'cut' })['when'],
  next: () => Promise<Response>,
): Promise<Response> {
  const outgoing = c.env?.outgoing;
  const response = when === 'before' ? undefined : await next();
  if (when === 'in-body' && response !== undefined && outgoing !== undefined) return sendHalfOf(response, outgoing);
  // A discarded response may hold a file open.
  await response?.body?.cancel();
  if (outgoing === undefined) throw new CutError();
  outgoing.req.socket.destroy();
  return answeredOnSocket;
}

async function sendHalfOf(response: Response, outgoing: ServerResponse): Promise<Response> {
  const body = Buffer.from(await response.arrayBuffer());
  if (outgoing.destroyed) return answeredOnSocket;
  const headers = Object.fromEntries(response.headers);
  outgoing.writeHead(response.status, { ...headers, 'content-length': body.byteLength });
  // Waits until half of the body has left this process, or else the peer would receive nothing.
  await new Promise<void>((resolve) => {
    outgoing.once('close', resolve);
    outgoing.write(body.subarray(0, Math.max(1, Math.floor(body.byteLength / 2))), () => {
      outgoing.req.socket.destroySoon();
    });
  });
  return answeredOnSocket;
}
