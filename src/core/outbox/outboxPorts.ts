import type { ServiceClient } from '../api/client.ts';
import type { Account } from '../auth/account.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { ShareFiles, ShareLocks } from './shareFiles.ts';
import type { ShareStore } from './shareStore.ts';

/** What the outbox needs of its surroundings. */
export interface OutboxPorts {
  readonly files: ShareFiles;
  readonly locks: ShareLocks;
  readonly store: ShareStore;
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 to below 1. */
  readonly random?: () => number;
  /** Creates an id that sorts by time. */
  newId(nowMs: number): string;
  /** The longest text of a message, in UTF-8 bytes. Longer texts are not sent. */
  maxMessageBytes(): number;
  /** The account with this id and its client; `undefined` if it is not signed in. */
  session(accountId: string): Promise<ShareSession | undefined>;
  /** Called when the service refuses a message to a room (403, 404). Must not throw. */
  readonly onRefused?: (refusal: RoomRefusal) => void;
}

/** An account and the client of its service. */
export interface ShareSession {
  readonly account: Pick<Account, 'id' | 'label' | 'personId'>;
  readonly client: ServiceClient;
}

/** The room may be gone, or the user may have left it. */
export interface RoomRefusal {
  readonly accountId: string;
  readonly roomId: string;
  readonly status: 403 | 404;
}
