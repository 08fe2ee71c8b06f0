import type { Clock } from '../../core/base/clock.ts';
import { type Disposable, MutableDisposable } from '../../core/base/disposable.ts';

/** 128 kbit/s: slower transfers are aborted. */
const slowestBytesPerMs = (16 * 1024) / 1000;

interface TotalLimit {
  readonly clock: Clock;
  /** The limit for a request and its response without any transfer. */
  readonly baseMs: number;
  /** Bytes transferred so far that extend the limit. */
  readonly transferredBytes: () => number;
  /** Whether the data waits for its reader. Then the limit starts again. */
  readonly isPaused: () => boolean;
  readonly onOver: () => void;
}

// decisions/0012
/**
 * Limits a request from its start to the end of its response. An idle limit alone never ends a response that trickles.
 * The durations of its timers are added up, so that a change of the machine's clock does not end a request.
 */
export function startTotalLimit({ clock, baseMs, transferredBytes, isPaused, onOver }: TotalLimit): Disposable {
  const timer = new MutableDisposable<Disposable>();
  const allowedMs = (): number => baseMs + Math.floor(transferredBytes() / slowestBytesPerMs);
  let waitedMs = 0;
  const wait = (ms: number): void => {
    waitedMs += ms;
    timer.value = clock.startTimer(ms, check);
  };
  function check(): void {
    const leftMs = isPaused() ? baseMs : allowedMs() - waitedMs;
    if (leftMs <= 0) onOver();
    else wait(leftMs);
  }
  wait(allowedMs());
  return timer;
}
