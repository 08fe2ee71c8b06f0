import { ConnectionError } from '../../../src/core/api/errors.ts';
import { requestTarget, type Send, type SendRequest } from '../../../src/core/api/send.ts';
import { CancelledError, isCancelled } from '../../../src/core/base/errors.ts';
import { connectionProblemOf } from '../../../src/platform/http/connectionErrors.ts';

/** Converts raw errors of a transport, also inside bodies, to `ConnectionError` and `CancelledError`. */
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

/** Not a generator, because a generator that was never started does not forward `return`. */
function withKnownErrors(
  body: AsyncIterable<Uint8Array>,
  request: SendRequest,
  signal: AbortSignal | undefined,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const inner = body[Symbol.asyncIterator]();
      return {
        // The response has started, so the request was received.
        next: () => inner.next().catch((error) => Promise.reject(toKnownError(error, request, signal, true))),
        return: async () => (await inner.return?.()) ?? { done: true, value: undefined },
      };
    },
  };
}

/** Only after these the request certainly did not arrive. */
const unsentCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

function toKnownError(error: unknown, { url }: SendRequest, signal?: AbortSignal, hasArrived?: boolean): unknown {
  if (signal?.aborted || isCancelled(error)) return error instanceof CancelledError ? error : new CancelledError();
  if (!(error instanceof Error) || !('code' in error) || 'path' in error) return error;
  const { kind, code } = connectionProblemOf(error);
  const wasConnecting = 'syscall' in error && error.syscall === 'connect';
  const isUnsent = kind === 'tls' || wasConnecting || unsentCodes.includes(code);
  const facts = {
    kind: /_TIMEOUT$/.test(code) ? 'timeout' : kind,
    code,
    mayHaveBeenProcessed: hasArrived ?? !isUnsent,
  };
  return new ConnectionError({ host: requestTarget(url).host, ...facts } as const, { cause: error });
}
