import { RoomsideError } from '../base/errors.ts';

const maxTries = 10_000;

/** Thrown after ten thousand numbered names, or when `exists` always returns true. */
export class NoFreeNameError extends RoomsideError {
  readonly fileName: string;

  constructor(fileName: string) {
    super('no free name');
    this.fileName = fileName;
  }
}

/** Finds the first free name by numbering: `a.txt`, `a (2).txt`, `a (3).txt`; `a.tar.gz` becomes `a (2).tar.gz`. */
export async function uniqueName(name: string, exists: (name: string) => Promise<boolean>): Promise<string> {
  if (!(await exists(name))) return name;
  const [, stem = name, extension = ''] = /^(.+?)((?:\.tar)?\.[^.]+)$/.exec(name) ?? [];
  for (let number = 2; number <= maxTries; number++) {
    const numbered = `${stem} (${number})${extension}`;
    if (!(await exists(numbered))) return numbered;
  }
  throw new NoFreeNameError(name);
}
