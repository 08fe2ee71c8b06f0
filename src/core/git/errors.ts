import { errorWith, RoomsideError } from '../base/errors.ts';

/** Git did not finish in time and was ended. Nothing was sent or changed. */
export class GitTimeoutError extends RoomsideError {
  constructor() {
    super('git did not answer in time');
  }
}

interface GitFailure {
  /** One line, without credentials. Not trusted. */
  readonly reason: string;
  /** Another git works in the repository. */
  readonly isLocked: boolean;
  /** A file is beside a sparse checkout. */
  readonly isSparse: boolean;
}

/** Git ended with an error. */
export class GitFailedError extends errorWith<GitFailure>() {
  /** @param output the output for errors */
  constructor(output: string) {
    const lines = output.split('\n').filter((line) => line !== '');
    const line = lines.find((each) => each.startsWith('fatal: ')) ?? lines.at(-1) ?? '';
    const reason = line.replace(/(?<=:\/\/)[^/@\s]*@/g, '');
    const facts = { isLocked: output.includes(".lock': File exists"), isSparse: output.includes('sparse-checkout') };
    super('git failed', { reason, ...facts });
  }
}

interface PatchRefusal {
  readonly problem: 'does-not-apply' | 'outside' | 'link' | 'unclear' | 'incomplete' | 'changed';
  /** The output of git; not trusted, because it quotes the patch. */
  readonly output: string;
}

/**
 * Git rejects a patch, or the patch would change files that it must not: outside the folder, links, other repositories,
 * or names that cannot be displayed exactly. `incomplete` means that git does not read all of it, and `changed` that the
 * effect differs from what was shown. Nothing was changed.
 */
export class PatchRefusedError extends errorWith<PatchRefusal>() {
  constructor(problem: PatchRefusal['problem'], output = '') {
    super(`a patch was refused: ${problem}`, { problem, output });
  }
}

/** Git could not write all of a patch, and the files that it had removed could not be put back. `folder` has copies of them. */
export class FilesNotRestoredError extends errorWith<{ folder: string }>() {
  constructor(folder: string, cause: unknown) {
    super('files were not restored', { folder }, { cause });
  }
}
