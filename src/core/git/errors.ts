import { errorWith, RoomsideError } from '../base/errors.ts';

/** Git did not finish in time and was ended. Nothing was sent or changed. */
export class GitTimeoutError extends RoomsideError {
  constructor() {
    super('git did not answer in time');
  }
}

interface PatchRefusal {
  readonly problem: 'does-not-apply' | 'outside' | 'link' | 'unclear' | 'changed';
  /** The output of git; not trusted, because it quotes the patch. */
  readonly output: string;
}

/**
 * Git rejects a patch, or the patch would change files that it must not: outside the folder, links, other repositories,
 * or names that cannot be displayed exactly. `changed` means that the effect differs from what was shown. Nothing was
 * changed.
 */
export class PatchRefusedError extends errorWith<PatchRefusal>() {
  constructor(problem: PatchRefusal['problem'], output = '') {
    super(`a patch was refused: ${problem}`, { problem, output });
  }
}
