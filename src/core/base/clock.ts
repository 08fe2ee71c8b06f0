import type { Disposable } from './disposable.ts';
import { raceAbort, throwIfAborted } from './errors.ts';

/** Injected clock, so that tests control time. Times are milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /** Calls back once after `delayMs`, unless disposed before. */
  startTimer(delayMs: number, onElapsed: () => void): Disposable;
}

/** `setTimeout` fires immediately above this many milliseconds (2^31 - 1), so longer waits are split into steps. */
export const maxTimerMs = 2 ** 31 - 1;

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  startTimer(delayMs, onElapsed) {
    let timer: ReturnType<typeof setTimeout>;
    const start = (leftMs: number): void => {
      const stepMs = Math.min(Math.max(0, leftMs), maxTimerMs);
      timer = setTimeout(() => (leftMs > stepMs ? start(leftMs - stepMs) : onElapsed()), stepMs);
    };
    start(delayMs);
    return { dispose: () => clearTimeout(timer) };
  },
};

/** Waits `delayMs`, or rejects with `CancelledError` when the signal aborts. */
export async function delay(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  throwIfAborted(signal);
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = clock.startTimer(delayMs, resolve);
  await raceAbort(promise, signal).finally(() => timer.dispose());
}

/** Parses a time of the service to milliseconds since the epoch; 0 when it is not valid. */
export function timeMs(iso: string | undefined): number {
  const atMs = Date.parse(iso ?? '');
  return Number.isNaN(atMs) ? 0 : atMs;
}
