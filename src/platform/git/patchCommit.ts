import { plainLog } from './commits.ts';
import { checkUndo, type PatchTarget } from './patch.ts';
import { gitText, literalPaths } from './runGit.ts';

/**
 * The full id of the newest commit of the files of a patch that was applied. `undefined` while one of them has changes that
 * are not committed.
 * @throws {PatchRefusedError} `changed` when the files no longer have the patch
 * @throws {GitTimeoutError}
 */
export async function patchCommit(patch: Uint8Array, target: PatchTarget): Promise<string | undefined> {
  const paths = ['--', ...(await checkUndo(patch, target)).paths];
  const textOf = async (args: readonly string[]): Promise<string> =>
    (await gitText(target, [literalPaths, ...args, ...paths])).trim();
  if ((await textOf(['status', '--porcelain', '--ignored'])) !== '') return undefined;
  return textOf(['log', ...plainLog, '--max-count=1', '--format=%H']);
}
