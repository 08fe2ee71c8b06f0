import type { Log } from '../../core/base/log.ts';
import { patchCommit } from '../../platform/git/patchCommit.ts';
import type { AppliedPatches } from './appliedPatches.ts';
import { answerInTime, gitApi } from './gitApi.ts';

/** The commit that has a patch of a message; `undefined` before it is committed, and when git does not say so in time. */
export function commitOfApplied(
  code: string,
  applied: Pick<AppliedPatches, 'find'>,
  log: Log,
): Promise<string | undefined> {
  return answerInTime(async () => {
    const git = await gitApi();
    const place = applied.find(code);
    if (git === undefined || place === undefined) return undefined;
    return patchCommit(Buffer.from(code), { ...place, gitPath: git.git.path });
  }, log);
}
