/**
 * Base class of all errors that Roomside defines. It holds facts, not sentences for the user; the host describes them.
 * `message` is for the log only and never holds a token, a query string or a body.
 */
export abstract class RoomsideError extends Error {
  override get name(): string {
    return this.constructor.name;
  }
}

type ErrorWith<Facts> = new (message: string, facts: Facts, options?: ErrorOptions) => RoomsideError & Readonly<Facts>;

class FactError extends RoomsideError {
  constructor(message: string, facts: object, options?: ErrorOptions) {
    super(message, options);
    Object.assign(this, facts);
  }
}

/** The base class of errors that have these facts as fields. */
export function errorWith<Facts extends object>(): ErrorWith<Facts> {
  return FactError as unknown as ErrorWith<Facts>;
}

/** The user, or code on the user's behalf, cancelled the operation. Never shown. */
export class CancelledError extends RoomsideError {
  constructor(message = 'cancelled') {
    super(message);
  }
}

/**
 * A program that Roomside starts did not start, for example because its port or its data file is in use. `output` is its
 * last output.
 */
export class ProgramStartError extends errorWith<{ output: string }>() {
  constructor(output: string) {
    super('a program did not start', { output });
  }
}

/** The name of an error, for logs. The message of a foreign error can hold anything, such as a URL with its query. */
export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

/** Throws `CancelledError` when the signal is aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CancelledError();
}

/** Whether an error is a cancellation: our own class or the platform's `AbortError`. */
export function isCancelled(error: unknown): boolean {
  return error instanceof CancelledError || (error instanceof Error && error.name === 'AbortError');
}

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
