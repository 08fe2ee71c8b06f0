import type { Log } from '../base/log.ts';
import type { DeliveryPorts, ShareSession } from './deliverShare.ts';

export interface OutboxPorts extends DeliveryPorts {
  readonly log: Log;
  /** The active account, or the one with this id, and its client; `undefined` if it is not signed in. */
  session(accountId?: string): Promise<ShareSession | undefined>;
  /** Creates an id that sorts by time. */
  newId(nowMs: number): string;
  /** From 0 to below 1. */
  readonly random?: () => number;
}
