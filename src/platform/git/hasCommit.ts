import { lstat, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mapConcurrently } from '../../core/base/scheduling/concurrency.ts';
import { missingPathCodes, unlessMissing } from '../../core/base/storage/systemError.ts';
import { exists } from '../files/exists.ts';
import { runGit } from './runGit.ts';

/** A repository on this computer. */
export interface Clone {
  readonly root: string;
  /** The folder of git, with the objects. */
  readonly gitFolder: string;
}

/** So many processes of git at a time. */
const maxProcesses = 8;

/**
 * The clones that have a commit. Git runs in an empty repository of its own and reads the objects of a clone as if they were
 * its own: no configuration of the clone is read, so that it can neither start a program nor fetch what is missing.
 * @param commit a full id
 * @param limitMs after this time a clone counts as one without the commit
 */
export async function clonesWithCommit(
  clones: readonly Clone[],
  commit: string,
  { gitPath, limitMs }: { readonly gitPath: string; readonly limitMs: number },
): Promise<readonly Clone[]> {
  const rootFolder = await mkdtemp(path.join(tmpdir(), 'roomside-git-'));
  try {
    await makeEmptyRepository(rootFolder, commit.length === 64);
    const hasCommit = async ({ gitFolder }: Clone): Promise<boolean> => {
      const objects = path.join(gitFolder, 'objects');
      if (await leadsElsewhere(objects)) return false;
      // In quotes, because the variable is a list.
      const env = { GIT_DIR: rootFolder, GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(objects) };
      // Windows removes no folder in which a process runs: there, a git that the limit should end goes on.
      const place = { gitPath, rootFolder: tmpdir(), isOffline: true, env };
      const asking = runGit(place, ['cat-file', '-e', `${commit}^{commit}`], { timeoutMs: limitMs });
      return asking.then(
        () => true,
        () => false,
      );
    };
    const answers: boolean[] = [];
    for await (const answer of mapConcurrently(clones, maxProcesses, hasCommit)) answers.push(answer);
    return clones.filter((_, index) => answers[index]);
  } finally {
    await rm(rootFolder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Whether the objects of a clone are in another folder, too. Git would read it, on a server as well, which would be given the
 * name of the user.
 */
async function leadsElsewhere(objects: string): Promise<boolean> {
  const found = await unlessMissing(lstat(objects), missingPathCodes);
  return found?.isDirectory() !== true || exists(path.join(objects, 'info', 'alternates'));
}

async function makeEmptyRepository(folder: string, isSha256: boolean): Promise<void> {
  for (const name of ['objects', 'refs']) await mkdir(path.join(folder, name));
  await writeFile(path.join(folder, 'HEAD'), 'ref: refs/heads/main\n');
  const format = isSha256 ? '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n' : '';
  await writeFile(path.join(folder, 'config'), format);
}
