import { RoomsideError } from '../base/errors.ts';

/** Git does not take a patch, or it would change what it must not. Nothing was changed. */
export class PatchRefusedError extends RoomsideError {
  readonly problem: 'does-not-apply' | 'outside' | 'link';
  /** What git said of it; hostile, as it quotes the patch. */
  readonly output: string;

  constructor(problem: PatchRefusedError['problem'], output = '') {
    super(`a patch was refused: ${problem}`);
    this.problem = problem;
    this.output = output;
  }
}
