import type { ServiceClient } from '../api/client.ts';
import type { FilePart } from '../api/requestBody.ts';
import type { Account } from '../auth/account.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';

/** The disk as the outbox uses it: records, copies of files that exist nowhere else, and the files to send. */
export interface ShareFiles {
  /** The ids of all records, in the order of the shares. */
  ids(): Promise<readonly string[]>;
  /** `undefined` if the record does not exist. */
  read(id: string): Promise<string | undefined>;
  /** Writes a record atomically. When this resolves, it survives a crash of the machine. */
  write(id: string, text: string): Promise<void>;
  /** Removes the record and its copy. */
  remove(id: string): Promise<void>;
  /** Stores the bytes of a file beside its record. */
  writeCopy(id: string, bytes: Uint8Array): Promise<void>;
  removeCopy(id: string): Promise<void>;
  copyPath(id: string): string;
  /** Opens a file to send. Rejects with the system's error, or with `FileChangedError` if it is of another version. */
  open(
    filePath: string,
    facts: Pick<FilePart, 'name' | 'mediaType'> & { readonly version?: string },
  ): Promise<FilePart>;
  /** Removes what crashed windows left: temporary files and copies without a record. */
  removeOrphans(clock: Clock): Promise<void>;
  /** Calls back when any window may have changed a record; without an id, if it is not known which one. */
  watch(onChange: (id?: string) => void): Disposable;
}

/** A lock that this window holds. */
export interface ShareLock {
  /** False if another window has taken it over, for example after this one was suspended. Never rejects. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** Locks over all windows: for a share that is being sent, and for a room that is read to reconcile one. */
export interface ShareLocks {
  /**
   * @param maxWaitMs how long to wait for another owner; only waiting detects a stale lock
   * @returns `undefined` if another owner holds the lock. Rejects if no lock can be created.
   */
  acquire(name: string, maxWaitMs: number): Promise<ShareLock | undefined>;
  /** Removes the locks that crashed windows left. */
  removeOrphans(): Promise<void>;
}

/** What the outbox needs of its surroundings. */
export interface OutboxPorts {
  readonly files: ShareFiles;
  readonly locks: ShareLocks;
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
  /** Called when the service refuses a message to a room (403, 404, 410). Must not throw. */
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
  /** The service knows no such room, rather than refusing this message (403). */
  readonly isMissing: boolean;
}
