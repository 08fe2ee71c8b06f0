import { l10n, type Uri } from 'vscode';
import type { Log } from '../../core/base/log.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { identityOf, sameIdentity } from '../../core/git/remoteUrl.ts';
import { withStatusProgress } from '../ui/cancellableProgress.ts';
import { showErrorMessage, showWarningMessage } from '../vscode/notifications.ts';
import { answerInTime, type GitRepository, gitApi } from './gitApi.ts';
import { knownRemotes } from './remotePages.ts';
import { hasCommit, repositoryOf } from './repositoryOf.ts';

/**
 * How to fetch a commit that the repository of a file does not have: through VS Code's Git, from one of the remotes if the
 * repository has it. It says if that does not help, and returns whether the commit is here then. `undefined` if the
 * repository has the commit, git does not tell, or VS Code has not opened the repository.
 * @param remotes see `identityOf`
 */
export function fetchIfMissing(
  file: Uri,
  { commit, remotes = [] }: { readonly commit?: string | undefined; readonly remotes?: readonly string[] | undefined },
  log: Log,
): Promise<(() => Promise<boolean>) | undefined> {
  return answerInTime(async () => {
    const git = await gitApi();
    const repository = git && (await repositoryOf(git, file));
    if (commit === undefined || repository?.fetch === undefined) return undefined;
    if (await hasCommit(git, repository, commit)) return undefined;
    return async () => {
      if (!(await fetchFrom(repository, remotes))) return false;
      if (await hasCommit(git, repository, commit)) return true;
      void showWarningMessage(l10n.t("Git fetched, but the shared commit wasn't found."));
      return false;
    };
  }, log);
}

/** git-fetch(1): all commits. */
const wholeHistory = 2_147_483_647;

/** Fetches the history that a shallow clone does not have. @returns whether git has fetched */
export function fetchHistory(repository: GitRepository): Promise<boolean> {
  return fetchFrom(repository, [], { depth: wholeHistory });
}

async function fetchFrom(
  repository: GitRepository,
  identities: readonly string[],
  options: { readonly depth?: number } = {},
): Promise<boolean> {
  const wanted = new Set(identities.map(sameIdentity));
  const known = (await knownRemotes(repository)).find(({ addresses }) =>
    addresses.some((address) => wanted.has(identityOf(address) ?? '')),
  );
  // Git would take such a name for an option.
  const remote = known === undefined || known.name.startsWith('-') ? undefined : known.name;
  const title = remote === undefined ? l10n.t('Fetching') : l10n.t('Fetching from {0}', displayTitle(remote));
  try {
    await withStatusProgress(title, async () =>
      repository.fetch?.(remote === undefined ? options : { ...options, remote }),
    );
    return true;
  } catch {
    // Git's own message may contain addresses with credentials.
    void showErrorMessage(l10n.t("Git couldn't fetch. See the Git output for the reason."));
    return false;
  }
}
