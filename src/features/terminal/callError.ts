import { errorWith } from '../../core/base/errors.ts';

/** A call cannot be answered. `sentence` says why, in the language of the user. */
export class CallError extends errorWith<{ exit: number; sentence: string }>() {
  constructor(exit: number, sentence: string) {
    super('a call of the terminal was refused', { exit, sentence });
  }
}
