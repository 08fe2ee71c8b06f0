import { AccountStore } from '../../../src/core/auth/accountStore.ts';
import type { LockManager } from '../../../src/core/auth/lockManager.ts';
import { TokenSource } from '../../../src/core/auth/tokenSource.ts';
import { IntervalTask } from '../../../src/core/base/intervalTask.ts';
import type { ManualClock } from '../../support/fakes/manualClock.ts';
import { MemoryLock } from '../../support/fakes/memoryLock.ts';
import { RecordingLog } from '../../support/fakes/recordingLog.ts';
import { type FleetFigures, openSignedInService, type Road, type SignedInService } from './signedInService.ts';

const minuteMs = 60_000;
const minutesOfDay = 24 * 60;

/** When, and by how many windows, an account is used that does nothing but stay signed in. */
export interface FleetPattern {
  /** How the account was signed in; with an integration of its own without it. */
  readonly road?: Road;
  readonly windows: number;
  /** Windows of one lock share a storage; those of the next are elsewhere, for example on a remote machine. */
  readonly locks?: number;
  /** Whether the windows are open in this minute of the year; always without it. */
  readonly isOpen?: (minute: number) => boolean;
}

/** One window of the editor, as far as sessions go. Nothing of it is a stand-in but time. */
export interface SessionWindow {
  dispose(): void;
}

export type OpenWindow = (service: SignedInService, lock: LockManager, index: number) => SessionWindow;

/** Ours: the token source that looks after the session once a minute. */
export const openRoomsideWindow: OpenWindow = ({ secrets, send, clock }, lock, index) => {
  const log = new RecordingLog();
  const accounts = new AccountStore(secrets, log, { lock, clock });
  const random = () => (index * 0.37) % 1;
  const tokens = new TokenSource({ accounts, send, clock, log, lock, random });
  const check = async (): Promise<void> => {
    for (const account of await accounts.list()) tokens.check(account);
  };
  const tick = new IntervalTask(clock, log, check);
  return {
    dispose() {
      tick.dispose();
      accounts.dispose();
    },
  };
};

/** Lets a year or fewer days pass, minute by minute, and counts what the service is asked. The same in every run. */
export async function playYear(
  pattern: FleetPattern,
  openWindow: OpenWindow = openRoomsideWindow,
  days = 365,
): Promise<FleetFigures> {
  const service = await openSignedInService(pattern.road ?? 'integration');
  const locks = Array.from({ length: pattern.locks ?? 1 }, () => new MemoryLock());
  const lockOf = (index: number) => locks[index % locks.length] ?? new MemoryLock();
  let windows: SessionWindow[] = [];
  for (let minute = 0; minute < days * minutesOfDay; minute += 1) {
    const isOpen = pattern.isOpen?.(minute) ?? true;
    if (!isOpen) for (const window of windows.splice(0)) window.dispose();
    else if (windows.length === 0)
      windows = Array.from({ length: pattern.windows }, (_, index) => openWindow(service, lockOf(index), index));
    await passMinute(service.clock, service);
  }
  for (const window of windows) window.dispose();
  return service.close();
}

/** What falls due in this minute comes to its end before the next one begins. */
async function passMinute(clock: ManualClock, service: SignedInService): Promise<void> {
  clock.advance(minuteMs);
  do await nextTurn();
  while (service.isAsked);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
