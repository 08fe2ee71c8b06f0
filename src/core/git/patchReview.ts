import { isExecutedByTools } from './executedFile.ts';
import type { PatchedFile } from './patchReport.ts';

/** A file of a patch for the review before it is applied. */
export interface ReviewedFile extends PatchedFile {
  /** Tools or the system execute it or read it as configuration, by its name or mode. */
  readonly isExecuted: boolean;
}

/** Statistics of a patch. */
export interface PatchCounts {
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  /** Number of files per kind of change, without zeros. */
  readonly changes: ReadonlyMap<PatchedFile['change'] | 'executable', number>;
}

/** Sorts files for review: executed files first. */
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
    for (const change of [file.change, ...(file.becomesExecutable ? (['executable'] as const) : [])]) {
      changes.set(change, (changes.get(change) ?? 0) + 1);
    }
  }
  return { files: files.length, added, removed, changes };
}
