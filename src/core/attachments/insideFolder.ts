import { realpath } from 'node:fs/promises';
import { RoomsideError } from '../base/errors.ts';
import { isWithin } from '../base/isWithin.ts';

/** A link leads out of the folder that a file was to stay in. */
export class OutsideFolderError extends RoomsideError {
  readonly path: string;

  constructor(outside: string) {
    super('the folder lies outside');
    this.path = outside;
  }
}

/** There is no workspace that a file could be saved into. */
export class NoWorkspaceError extends RoomsideError {
  constructor() {
    super('no workspace');
  }
}

/**
 * Makes sure that a folder, once all links are followed, lies inside one of the others, or is it.
 * @throws {OutsideFolderError} when it does not; the system's error when it is not there
 */
export async function assertInsideFolder(folder: string, insideOf: readonly string[]): Promise<void> {
  const real = await realpath(folder);
  for (const outer of insideOf) {
    if (isWithin(real, await realpath(outer))) return;
  }
  throw new OutsideFolderError(folder);
}
