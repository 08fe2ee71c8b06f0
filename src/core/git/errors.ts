import { RoomsideError } from '../base/errors.ts';

/** Git did not finish in time and was ended. Nothing was sent or changed. */
export class GitTimeoutError extends RoomsideError {
  constructor() {
    super('git did not answer in time');
  }
}

/**
 * Git rejects a patch, or the patch would change files that it must not: outside the folder, links, other repositories,
 * or names that cannot be displayed exactly. `changed` means that the effect differs from what was shown. Nothing was
 * changed.
 */
export class PatchRefusedError extends RoomsideError {
  readonly problem: 'does-not-apply' | 'outside' | 'link' | 'unclear' | 'changed';
  /** The output of git; not trusted, because it quotes the patch. */
  readonly output: string;

  constructor(problem: PatchRefusedError['problem'], output = '') {
    super(`a patch was refused: ${problem}`);
    this.problem = problem;
    this.output = output;
  }
}
