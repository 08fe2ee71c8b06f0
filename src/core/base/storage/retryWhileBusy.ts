import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './systemError.ts';

/** Windows refuses to rename or replace a file that another process, such as a virus scanner, has open. */
const busyCodes: readonly string[] = ['EPERM', 'EACCES', 'EBUSY'];
/** Delays before each retry in milliseconds, 1.3 s in total. */
const waitsMs: readonly number[] = [5, 10, 25, 60, 150, 350, 700];

export interface BusyFilePorts {
  readonly platform: NodeJS.Platform;
  wait(delayMs: number): Promise<unknown>;
}

const ofThisMachine: BusyFilePorts = { platform: process.platform, wait: (delayMs) => sleep(delayMs) };

/**
 * Runs a file operation and, on Windows, retries it while the system reports the file as busy. Rejects with the last
 * error. On other platforms the same codes mean missing permission, so nothing is retried.
 */
export async function retryWhileBusy<T>(work: () => Promise<T>, ports: BusyFilePorts = ofThisMachine): Promise<T> {
  for (const waitMs of ports.platform === 'win32' ? waitsMs : []) {
    try {
      return await work();
    } catch (error) {
      if (!busyCodes.includes(codeOf(error))) throw error;
    }
    await ports.wait(waitMs);
  }
  return work();
}
