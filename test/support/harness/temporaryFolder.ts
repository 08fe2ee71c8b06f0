import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder that is removed by its owner, or when this process ends. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): Promise<void>;
}

export function createTemporaryFolder(prefix = 'roomside-'): TemporaryFolder {
  const folder = mkdtempSync(path.join(tmpdir(), prefix));
  // Processes that have just ended may still write into it.
  const options = { recursive: true, force: true, maxRetries: 10 };
  const removeNow = (): void => rmSync(folder, options);
  process.once('exit', removeNow);
  return {
    path: folder,
    async remove() {
      process.off('exit', removeNow);
      await rm(folder, options);
    },
  };
}
