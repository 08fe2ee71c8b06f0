import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Clock } from '../../core/base/clock.ts';
import { type EditorLink, linkRemotes } from '../../core/git/editorLink.ts';
import { parseConfigFile, remotesIn } from '../../core/git/gitConfig.ts';
import { identityOf, sameIdentity } from '../../core/git/remoteUrl.ts';
import { exists } from '../files/exists.ts';
import { gitFolderOf, readSmallFile } from '../files/gitFolderOf.ts';
import { repositoryRoot } from '../files/repositoryRoot.ts';
import { askSsh } from '../ssh/askSsh.ts';
import { type Clone, clonesWithCommit } from './hasCommit.ts';
import { folderLimitMs, inTime } from './inTime.ts';
import { createSshNames, remoteAddresses, remoteConfig } from './remoteAddresses.ts';

/** A clone of the repository of a link, and the folders in which it was looked for. */
export interface FoundClone {
  readonly root: string;
  readonly folders: readonly string[];
}

export interface SearchPorts {
  readonly clock: Pick<Clock, 'startTimer'>;
  /** The git executable. Without it, only the remotes decide. */
  readonly gitPath: string | undefined;
}

/** The first folders below a folder that may be repositories. */
const maxFoldersBelow = 100;

/**
 * The clones of the repository of a link in some folders, above and directly below them: those that have the commit,
 * whatever their remotes are; where none has it, those with one of the remotes. Nothing is fetched, and nothing of a clone is
 * run.
 */
export async function findClones(
  link: EditorLink,
  folders: readonly string[],
  ports: SearchPorts,
): Promise<readonly FoundClone[]> {
  const searched = await Promise.all(
    [...new Set(folders)].map(async (folder) => {
      return { folder, clones: await inTime(ports.clock, repositoriesAt(folder)) };
    }),
  );
  const clones = new Map(searched.flatMap((each) => each.clones).map((clone) => [clone.root, clone]));
  const matching = await matchingClones(link, [...clones.values()], ports);
  return matching.map(({ root }) => ({
    root,
    folders: searched.flatMap((each) => (each.clones.some((clone) => clone.root === root) ? each.folder : [])),
  }));
}

async function matchingClones(
  link: EditorLink,
  clones: readonly Clone[],
  ports: SearchPorts,
): Promise<readonly Clone[]> {
  const { gitPath } = ports;
  if (clones.length > 0 && link.commit !== undefined && gitPath !== undefined) {
    const search = clonesWithCommit(clones, link.commit, { gitPath, limitMs: folderLimitMs });
    // The folder for temporary files may be gone, as that of a shell of Nix which started VS Code.
    const withCommit = await search.catch(() => []);
    if (withCommit.length > 0) return withCommit;
  }
  const wanted = new Set(linkRemotes(link).map(sameIdentity));
  const abort = new AbortController();
  const identities = createIdentities(ports, abort.signal);
  const isWanted = await Promise.all(
    clones.map(async (clone) => {
      const own = await inTime(ports.clock, identities(clone));
      return own.some((identity) => wanted.has(identity));
    }),
  );
  // What took too long would go on otherwise.
  abort.abort();
  return clones.filter((_, index) => isWanted[index]);
}

/** The identities of the remotes of clones, by their files and the configuration of the user. */
function createIdentities({ gitPath }: SearchPorts, signal: AbortSignal): (clone: Clone) => Promise<readonly string[]> {
  const nameOf = createSshNames(askSsh, signal);
  const rules = gitPath === undefined ? [] : remoteConfig(gitPath, homedir()).catch(() => []);
  return async ({ gitFolder }) => {
    const config = parseConfigFile((await readSmallFile(path.join(gitFolder, 'config'))) ?? '');
    // The home folder may be a repository, whose remotes are others.
    const shared = (await rules).filter(({ key }) => key.startsWith('url.'));
    const urls = remotesIn([...config, ...shared]).flatMap((remote) => remote.urls);
    return (await remoteAddresses(urls, nameOf)).flatMap((address) => identityOf(address) ?? []);
  };
}

/** The repository that contains a folder, and those directly below it. */
async function repositoriesAt(folder: string): Promise<readonly Clone[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const below = entries.filter((entry) => entry.isDirectory() && entry.name !== '.git').slice(0, maxFoldersBelow);
  const roots = await Promise.all([
    repositoryRoot(folder),
    ...below.map(async ({ name }) => {
      const each = path.join(folder, name);
      return (await exists(path.join(each, '.git'))) ? each : undefined;
    }),
  ]);
  const clones = roots.map(async (root) => {
    const gitFolder = root && (await gitFolderOf(root).catch(() => undefined));
    return root === undefined || gitFolder === undefined || gitFolder === '' ? [] : [{ root, gitFolder }];
  });
  return (await Promise.all(clones)).flat();
}
