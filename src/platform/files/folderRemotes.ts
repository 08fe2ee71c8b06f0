import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import { missingPathCodes, unlessMissing } from '../../core/base/storage/systemError.ts';
import { parseRemoteUrls } from '../../core/git/gitConfig.ts';
import { repositoryIdentity } from '../../core/git/remoteUrl.ts';

const maxConfigBytes = 256 * 1024;

/**
 * The identities of the remotes of a repository at a folder, from its configuration file. Git is not started, because the
 * user may not trust the folder. Empty for a folder that is not the root of a
 * repository.
 */
export async function readFolderRemotes(folder: string): Promise<readonly string[]> {
  const root = path.join(folder, '.git');
  const config = (await readSmallFile(path.join(root, 'config'))) ?? (await readLinkedConfig(root, folder));
  return parseRemoteUrls(config ?? '').flatMap((url) => repositoryIdentity(url) ?? []);
}

/** In a worktree or a submodule `.git` is a file that names the folder of the repository. */
async function readLinkedConfig(file: string, folder: string): Promise<string | undefined> {
  const [, named] = /^gitdir: (.+?)\r?\n?$/.exec((await readSmallFile(file)) ?? '') ?? [];
  if (named === undefined) return undefined;
  const own = path.resolve(folder, named);
  const common = (await readSmallFile(path.join(own, 'commondir')))?.trim() ?? '.';
  return readSmallFile(path.join(own, common, 'config'));
}

/** `undefined` for a missing file and for anything else than a file, which could block. */
function readSmallFile(file: string): Promise<string | undefined> {
  const reading = lstat(file).then((stats) =>
    stats.isFile() && stats.size <= maxConfigBytes ? readFile(file, 'utf8') : undefined,
  );
  // EACCES, EPERM: the folder belongs to another user.
  return unlessMissing(reading, [...missingPathCodes, 'EACCES', 'EPERM', 'EINVAL', 'ELOOP']);
}
