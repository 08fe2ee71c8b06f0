import { RoomsideError } from '../base/errors.ts';

/**
 * Git does not take a patch, or it would touch what it must not: files outside the folder, links and other repositories,
 * names that cannot be shown as they are. `changed` means that it would do something else by now than what was shown.
 * Nothing was changed.
 */
export class PatchRefusedError extends RoomsideError {
  readonly problem: 'does-not-apply' | 'outside' | 'link' | 'unclear' | 'changed';
  /** What git said of it; hostile, as it quotes the patch. */
  readonly output: string;

  constructor(problem: PatchRefusedError['problem'], output = '') {
    super(`a patch was refused: ${problem}`);
    this.problem = problem;
    this.output = output;
  }
}
