import type { RequestBody, Send, SendRequest } from '../../../src/core/api/send.ts';
import { CancelledError, throwIfAborted } from '../../../src/core/base/errors.ts';

/** An app that answers requests in this process. */
export interface FetchApp {
  fetch(request: Request): Response | Promise<Response>;
}

/** A transport to an app in this process, without a socket. */
export function createSandboxSend(app: FetchApp): Send {
  return async (request, signal) => {
    throwIfAborted(signal);
    const response = await endedBy(signal, Promise.resolve(app.fetch(toRequest(request, signal))));
    return {
      status: response.status,
      header: (name) => response.headers.get(name) ?? undefined,
      body: response.body === null ? nothing() : endingBody(response.body, signal),
    };
  };
}

function toRequest({ method, url, headers, body }: SendRequest, signal: AbortSignal | undefined): Request {
  const content = body === undefined ? {} : { body: streamOf(body, signal), duplex: 'half' as const };
  const own = body === undefined ? {} : { 'content-type': body.contentType, 'content-length': `${body.byteLength}` };
  const ending = signal === undefined ? {} : { signal };
  return new Request(url, { method, headers: { ...headers, ...own }, ...content, ...ending, redirect: 'manual' });
}

/** Copies each chunk, because a stream keeps chunks and file bodies reuse buffers. Stops when the signal aborts. */
function streamOf(body: RequestBody, signal: AbortSignal | undefined): ReadableStream<Uint8Array<ArrayBuffer>> {
  async function* copies(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for await (const chunk of body.open()) {
      throwIfAborted(signal);
      yield Uint8Array.from(chunk);
    }
  }
  return ReadableStream.from(copies());
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  // An answer without a body has no chunks.
}

async function* endingBody(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    throwIfAborted(signal);
    yield chunk;
  }
}

/** Rejects when the signal aborts, even if the app ignores the signal. */
function endedBy<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new CancelledError());
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
