/**
 * The root of every failure Roomside knows. It carries facts, not sentences for the user: the host words them.
 * `message` is for the log only and never holds a token, a query string or a body.
 */
export abstract class RoomsideError extends Error {
  override get name(): string {
    return this.constructor.name;
  }
}

/** The user, or the code on the user's behalf, gave up. Never shown. */
export class CancelledError extends RoomsideError {
  constructor(message = 'cancelled') {
    super(message);
  }
}

/** A program of our own did not start, for example because its port or its data file is taken. */
export class ProgramStartError extends RoomsideError {
  /** The last it said of why. */
  readonly output: string;

  constructor(output: string) {
    super('a program did not start');
    this.output = output;
  }
}

/** The name of an error, for logs: the message of a foreign error can hold anything, an address with its query included. */
export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

/** Throws `CancelledError` when the signal is aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CancelledError();
}

/** Whether a failure is only somebody giving up, by our own class or by the platform's `AbortError`. */
export function isCancelled(error: unknown): boolean {
  return error instanceof CancelledError || (error instanceof Error && error.name === 'AbortError');
}
