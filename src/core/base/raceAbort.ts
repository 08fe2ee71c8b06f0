import { CancelledError } from './errors.ts';

/** Rejects with `CancelledError` when the signal aborts. The shared work continues for its other callers. */
export function raceAbort<T>(shared: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return shared;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new CancelledError());
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    shared.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
