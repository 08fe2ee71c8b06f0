import { settle } from '../../unit/core/api/scriptedSend.ts';
import type { ManualClock } from './manualClock.ts';

/** Whether the disk still owes somebody an answer: time must not run ahead of it, however slow the machine. */
function isDiskBusy(): boolean {
  return process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
}

async function settleWithDisk(): Promise<void> {
  do await settle();
  while (isDiskBusy());
}

/** What time waits for. */
export interface Patience {
  /** How many timers must wait before time passes: so that none runs ahead of somebody's work on the disk. */
  readonly minTimers?: number;
  /** Whether somebody else is at work, as a service that has not answered yet. */
  isBusy?(): boolean;
}

/** Lets time pass, from one timer to the next, until the promise has settled; gives its outcome. */
export async function passTime<T>(
  clock: ManualClock,
  promise: Promise<T>,
  { minTimers = 1, isBusy = () => false }: Patience = {},
): Promise<T> {
  let isSettled = false;
  const noted = promise.finally(() => {
    isSettled = true;
  });
  // Whoever awaits the outcome hears of a rejection; this loop only waits for it.
  const waiting = noted.catch(() => undefined);
  for (await settleWithDisk(); !isSettled; await settleWithDisk())
    if (clock.timerCount >= minTimers && !isBusy()) clock.advance(clock.nextTimerMs ?? 0);
  await waiting;
  return noted;
}
