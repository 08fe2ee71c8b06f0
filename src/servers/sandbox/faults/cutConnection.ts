import type { RequestContext } from '../http/request.ts';

/** Without a socket under the request, a cut is what the platform's fetch makes of one: a rejection with this code. */
export class CutError extends Error {
  readonly code = 'ECONNRESET';

  constructor() {
    super('the connection was cut');
  }
}

/** Cuts the connection instead of answering. */
export function cutConnection(c: RequestContext): Response {
  const connection = c.env?.connection;
  if (connection === undefined) throw new CutError();
  return connection.cut();
}

/** Sends the head of the answer and half of its body, then cuts the connection. */
export async function cutInBody(c: RequestContext, response: Response): Promise<Response> {
  const connection = c.env?.connection;
  if (connection !== undefined) return connection.cutInBody(response);
  const body = new Uint8Array(await response.arrayBuffer());
  const half = body.subarray(0, Math.max(1, Math.floor(body.byteLength / 2)));
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(half),
    pull: (controller) => controller.error(new CutError()),
  });
  const headers = new Headers(response.headers);
  headers.set('content-length', String(body.byteLength));
  return new Response(stream, { status: response.status, headers });
}
