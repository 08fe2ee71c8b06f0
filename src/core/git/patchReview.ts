import { isExecutedByTools } from './executedFile.ts';
import type { PatchedFile } from './patchReport.ts';

/** A file of a patch as it is shown before the patch is applied. */
export interface ReviewedFile extends PatchedFile {
  /** Tools or the system execute or obey it, by its name or its mode. */
  readonly isExecuted: boolean;
}

/** What a patch does, in numbers. */
export interface PatchCounts {
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  /** How many files change in each way; ways without a file are left out. */
  readonly changes: ReadonlyMap<PatchedFile['change'] | 'executable', number>;
}

/** The files in the order in which they are to be read: those that are executed first. */
export function reviewOrder(files: readonly PatchedFile[], executable: ReadonlySet<string>): ReviewedFile[] {
  const reviewed = files.map((file) => ({
    ...file,
    isExecuted: file.becomesExecutable || executable.has(file.path) || isExecutedByTools(file.path),
  }));
  return reviewed.toSorted((a, b) => Number(b.isExecuted) - Number(a.isExecuted));
}

export function countPatch(files: readonly PatchedFile[]): PatchCounts {
  const changes = new Map<PatchedFile['change'] | 'executable', number>();
  let [added, removed] = [0, 0];
  for (const file of files) {
    added += file.added ?? 0;
    removed += file.removed ?? 0;
    for (const way of [file.change, ...(file.becomesExecutable ? (['executable'] as const) : [])]) {
      changes.set(way, (changes.get(way) ?? 0) + 1);
    }
  }
  return { files: files.length, added, removed, changes };
}
