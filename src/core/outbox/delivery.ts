import type { ServiceClient } from '../api/client.ts';
import type { RateGate } from '../api/rateGate.ts';
import type { FilePart } from '../api/requestBody.ts';
import type { Message } from '../api/resources.ts';
import type { Account } from '../auth/account.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { LockedSharesPorts } from './shareLocks.ts';
import type { ShareRecord } from './shareRecord.ts';

/** An account and the client of its service. */
export interface ShareSession {
  readonly account: Pick<Account, 'id' | 'label' | 'personId'>;
  readonly client: ServiceClient;
}

export interface DeliveryPorts extends LockedSharesPorts {
  readonly clock: Clock;
  /** The longest text of a message, in UTF-8 bytes. Longer texts are not sent. */
  maxMessageBytes(): number;
}

/** The current step of a delivery. */
export type ShareStep = 'sending' | 'checking';

/** When a share may be sent: the gate of its account, and its order there. */
export interface Turn {
  readonly gate: Pick<RateGate, 'tryAcquire' | 'acquire' | 'release' | 'onRateLimited' | 'blockedMs'>;
  readonly order: number;
}

export interface DeliveryOptions {
  readonly turn: Turn;
  readonly signal?: AbortSignal | undefined;
  /** Reports the bytes of a file that were written to the connection. */
  readonly onProgress?: ((sentBytes: number, totalBytes: number) => void) | undefined;
  readonly onStep?: ((step: ShareStep) => void) | undefined;
  /** Whether this window still holds the lock of the share. Also called right before each request. Never rejects. */
  isLocked(): Promise<boolean>;
  /** The bytes of a file of which no copy could be stored. */
  readonly part?: FilePart | undefined;
}

/** The options of a delivery that its caller chooses. */
export type ShareOptions = Pick<DeliveryOptions, 'signal' | 'onProgress' | 'onStep'>;

/** The state of a share after a delivery. */
export interface DeliveryResult {
  /** `undefined` if no record is left: the share was cancelled and did not arrive. */
  readonly record: ShareRecord | undefined;
  /** The last failure, in the window where it occurred; `SignedOutError` if the account signed out meanwhile. */
  readonly error?: unknown;
  /** The response of the service, if this delivery received it, or the message that was found in a new direct room. */
  readonly message?: Message;
}

/** A message that the service accepted. */
export interface PostedMessage {
  readonly accountId: string;
  readonly message: Message;
}

export interface OutboxPorts extends DeliveryPorts {
  readonly log: Log;
  /** The account with this id and its client; `undefined` if it is not signed in. */
  session(accountId: string): Promise<ShareSession | undefined>;
  /** Creates an id that sorts by time. */
  newId(nowMs: number): string;
  /** From 0 to below 1. */
  readonly random?: () => number;
}
