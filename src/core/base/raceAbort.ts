import { CancelledError } from './errors.ts';

/** Lets one who waits go with `CancelledError` when the signal aborts; the work itself goes on for the others. */
export function raceAbort<T>(shared: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return shared;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new CancelledError());
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    shared.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
