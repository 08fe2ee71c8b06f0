import { CancelledError, errorWith, RoomsideError } from '../base/errors.ts';
import { systemCodeOf } from '../base/storage/systemError.ts';

/** A share could not be stored before it was sent, for example because the disk is full. Nothing was sent. */
export class ShareNotStoredError extends errorWith<{ code: string }>() {
  /** @param cause its `code` is kept, for example `ENOSPC` */
  constructor(cause: unknown) {
    const code = systemCodeOf(cause) ?? 'unknown';
    super(`a share could not be stored (${code})`, { code }, { cause });
  }
}

/** The requested change is not possible, because another window is sending or reconciling the share. */
export class ShareLockedError extends RoomsideError {
  constructor() {
    super('the share is locked by another window');
  }
}

/** The account of a share signed out before the share was sent. The share is sent after its next sign-in. */
export class SignedOutError extends CancelledError {
  constructor() {
    super('the account of a share signed out before it was sent');
  }
}
