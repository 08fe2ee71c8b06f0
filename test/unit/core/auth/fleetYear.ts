import { AccountStore } from '../../../../src/core/auth/accountStore.ts';
import { TokenSource } from '../../../../src/core/auth/tokenSource.ts';
import { everyMinute } from '../../../../src/core/base/scheduling/pollingScheduler.ts';
import type { NamedLocks } from '../../../../src/core/base/storage/locks.ts';
import type { ManualClock } from '../../../support/fakes/manualClock.ts';
import { MemoryLock } from '../../../support/fakes/memoryLock.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { type FleetFigures, openSignedInService, type SignedInService, type SignInMethod } from './signedInService.ts';

const minuteMs = 60_000;
const minutesOfDay = 24 * 60;

/** When, and in how many windows, an account is used that only stays signed in. */
export interface FleetPattern {
  /** How the account was signed in; by default with the user's own integration. */
  readonly signInMethod?: SignInMethod;
  readonly windows: number;
  /** Windows with one lock share a storage. Those with another lock are elsewhere, for example on a remote machine. */
  readonly locks?: number;
  /** Whether the windows are open in this minute of the year; always by default. */
  readonly isOpen?: (minute: number) => boolean;
}

/** A window of the editor, reduced to sessions. Only its clock is a fake. */
export interface SessionWindow {
  dispose(): void;
}

export type OpenWindow = (service: SignedInService, lock: NamedLocks, index: number) => SessionWindow;

/** Roomside's window: the token source checks the session once a minute. */
export const openRoomsideWindow: OpenWindow = ({ secrets, send, clock }, lock, index) => {
  const log = new RecordingLog();
  const accounts = new AccountStore(secrets, log, { lock, clock });
  const random = () => (index * 0.37) % 1;
  const tokens = new TokenSource({ accounts, send, clock, log, lock, random });
  const check = async (): Promise<void> => {
    for (const account of await accounts.list()) tokens.check(account);
  };
  const tick = everyMinute(clock, log, check);
  return {
    dispose() {
      tick.dispose();
      accounts.dispose();
    },
  };
};

/** Simulates a year or some days minute by minute, and counts the requests to the service. Deterministic. */
export async function playYear(
  pattern: FleetPattern,
  openWindow: OpenWindow = openRoomsideWindow,
  days = 365,
): Promise<FleetFigures> {
  const service = await openSignedInService(pattern.signInMethod ?? 'integration');
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

/** Completes everything that is due in this minute before the next one begins. */
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
