import { settle } from '../../unit/core/api/scriptedSend.ts';
import type { ManualClock } from './manualClock.ts';

/** Whether a file operation is pending. Time must not pass meanwhile, however slow the machine is. */
function isDiskBusy(): boolean {
  return process.getActiveResourcesInfo().some((name) => /^(?:FSReq|CloseReq)/.test(name));
}

async function settleWithDisk(): Promise<void> {
  do await settle();
  while (isDiskBusy());
}

/** Conditions under which time passes. */
export interface Patience {
  /** Time passes only with at least this many pending timers, so that no timer fires before file operations end. */
  readonly minTimers?: number;
  /** Whether other work is pending, such as a request to the service. */
  isBusy?(): boolean;
}

/** Advances the clock from timer to timer until the promise has settled; returns its result. */
export async function passTime<T>(
  clock: ManualClock,
  promise: Promise<T>,
  { minTimers = 1, isBusy = () => false }: Patience = {},
): Promise<T> {
  let isSettled = false;
  const noted = promise.finally(() => {
    isSettled = true;
  });
  // The caller handles a rejection; this loop only waits for the end.
  const waiting = noted.catch(() => undefined);
  for (await settleWithDisk(); !isSettled; await settleWithDisk())
    if (clock.timerCount >= minTimers && !isBusy()) clock.advance(clock.nextTimerMs ?? 0);
  await waiting;
  return noted;
}
