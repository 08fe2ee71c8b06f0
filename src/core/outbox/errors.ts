import { CancelledError, RoomsideError } from '../base/errors.ts';

/** A share could not be written down before it was sent, for example because the disk is full. Nothing of it was sent. */
export class ShareNotStoredError extends RoomsideError {
  /** The code of the system, for example `ENOSPC`. */
  readonly code: string;

  constructor(cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    super(`a share could not be kept (${code})`, { cause });
    this.code = code;
  }
}

/** What was wanted of a share could not be done, because another window goes on sending it, or looking for it. */
export class ShareLockedError extends RoomsideError {
  constructor() {
    super('the share is in hand in another window');
  }
}

/** The account of a share signed out before the share was sent. The share waits for the next sign-in of that account. */
export class SignedOutError extends CancelledError {
  constructor() {
    super('the account of a share signed out before it was sent');
  }
}

/** Another window has taken the lock of a share over, because this one was suspended: nothing of the share was sent here. */
export class LockLostError extends RoomsideError {
  constructor() {
    super('the lock of a share was lost before it was sent');
  }
}
