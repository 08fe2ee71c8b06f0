import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './systemError.ts';

/** Windows refuses to rename or replace a file that another process, for example a virus scanner, has open just now. */
const busyCodes: readonly string[] = ['EPERM', 'EACCES', 'EBUSY'];
/** Waits before each further try, in milliseconds: 1.3 s together. */
const waitsMs: readonly number[] = [5, 10, 25, 60, 150, 350, 700];

export interface BusyFilePorts {
  readonly platform: NodeJS.Platform;
  wait(delayMs: number): Promise<unknown>;
}

const ofThisMachine: BusyFilePorts = { platform: process.platform, wait: (delayMs) => sleep(delayMs) };

/**
 * Does something with a file, and on Windows again for a moment while the system refuses it. Rejects with the last error.
 * Elsewhere the same codes mean that it is not allowed, and nothing is tried twice.
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
