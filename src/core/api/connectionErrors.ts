import { CancelledError, isCancelled } from '../base/errors.ts';
import { connectionFailure } from './connectionFailure.ts';
import { requestTarget } from './requestTarget.ts';
import type { Send, SendRequest } from './send.ts';

/** Words the raw failures of a transport, in the head and in the body, as `ConnectionError` and `CancelledError`. */
export function withConnectionErrors(next: Send): Send {
  return async (request, signal) => {
    try {
      const response = await next(request, signal);
      const body = withKnownErrors(response.body, request, signal);
      return { status: response.status, header: (name) => response.header(name), body };
    } catch (error) {
      throw toKnownError(error, request, signal);
    }
  };
}

/** By hand and not as a generator: a generator that was never started does not pass `return` on. */
function withKnownErrors(
  body: AsyncIterable<Uint8Array>,
  request: SendRequest,
  signal: AbortSignal | undefined,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const inner = body[Symbol.asyncIterator]();
      return {
        // The head was here, so the request had arrived.
        next: () => inner.next().catch((error) => Promise.reject(toKnownError(error, request, signal, true))),
        return: async () => (await inner.return?.()) ?? { done: true, value: undefined },
      };
    },
  };
}

function toKnownError(error: unknown, request: SendRequest, signal?: AbortSignal, hasArrived?: boolean): unknown {
  if (signal?.aborted || isCancelled(error)) return error instanceof CancelledError ? error : new CancelledError();
  return connectionFailure(error, requestTarget(request.url).host, hasArrived) ?? error;
}
