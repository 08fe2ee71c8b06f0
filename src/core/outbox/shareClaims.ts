import path from 'node:path';
import type { Clock } from '../base/clock.ts';
import { type ClaimTimes, clearOldClaims, DirectoryClaim, standardClaimTimes } from '../base/directoryClaim.ts';
import type { Log } from '../base/log.ts';

/** A lock that this window has taken. */
export interface ShareClaim {
  /** False when another window has taken it over, as after this one was suspended. Never rejects. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** What is held by one window at a time: a share that is sent, a room that is read to settle one. */
export interface ShareClaims {
  /**
   * @param maxWaitMs how long to wait for another holder; one that died is noticed only by waiting
   * @returns `undefined` when another owner holds it. Rejects when nothing can be held here.
   */
  take(name: string, maxWaitMs: number): Promise<ShareClaim | undefined>;
  /** Removes what windows that crashed have left. */
  clearOrphans(nowMs: number): Promise<void>;
}

/** So long a holder must be waited for until it is certain whether it lives. */
export const certainWaitMs = standardClaimTimes.staleMs + standardClaimTimes.heartbeatMs;

export interface DirectoryClaimsPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly times?: Partial<ClaimTimes>;
  readonly random?: () => number;
}

/** Claims as directories, beside the records. */
export class DirectoryClaims implements ShareClaims {
  readonly #folder: string;
  readonly #ports: ConstructorParameters<typeof DirectoryClaim>[1];

  constructor(folder: string, { clock, log, times = {}, random = Math.random }: DirectoryClaimsPorts) {
    this.#folder = folder;
    this.#ports = { clock, log, times: { ...standardClaimTimes, ...times }, random };
  }

  async take(name: string, maxWaitMs: number): Promise<ShareClaim | undefined> {
    const claim = new DirectoryClaim(path.join(this.#folder, name), this.#ports);
    return (await claim.take(maxWaitMs)) ? claim : undefined;
  }

  clearOrphans(nowMs: number): Promise<void> {
    return clearOldClaims(this.#folder, nowMs);
  }
}
