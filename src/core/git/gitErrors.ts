import { RoomsideError } from '../base/errors.ts';

/** Git did not finish in time and was ended. Nothing was sent or changed. */
export class GitTimeoutError extends RoomsideError {
  constructor() {
    super('git did not answer in time');
  }
}
