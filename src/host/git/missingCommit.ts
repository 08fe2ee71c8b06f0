import { l10n, type Uri } from 'vscode';
import type { Log } from '../../core/base/log.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { identityOf, sameIdentity } from '../../core/git/remoteUrl.ts';
import { withStatusProgress } from '../ui/cancellableProgress.ts';
import { showErrorMessage, showWarningMessage } from '../vscode/notifications.ts';
import { answerInTime, type GitRepository, gitApi } from './gitApi.ts';
import { knownRemotes } from './remotePages.ts';
import { hasCommit, repositoryOf } from './repositoryOf.ts';

/** A commit that the repository of a file does not have. */
interface MissingCommit {
  /**
   * Lets VS Code's Git fetch, from one of the remotes if the repository has it, and says if that does not help. Absent where
   * VS Code has not opened the repository.
   * @returns whether the commit is here now
   */
  readonly fetch?: () => Promise<boolean>;
}

/** `undefined` if the repository of a file has the commit, or git does not tell. @param remotes see `identityOf` */
export function missingCommit(
  file: Uri,
  { commit, remotes }: { readonly commit: string; readonly remotes: readonly string[] },
  log: Log,
): Promise<MissingCommit | undefined> {
  return answerInTime(async () => {
    const git = await gitApi();
    const repository = git && (await repositoryOf(git, file));
    if (repository === undefined) return {};
    if (await hasCommit(git, repository, commit)) return undefined;
    if (repository.fetch === undefined) return {};
    const fetch = async (): Promise<boolean> => {
      if (!(await fetchFrom(repository, remotes))) return false;
      if (await hasCommit(git, repository, commit)) return true;
      void showWarningMessage(l10n.t('Git has fetched, but the shared commit was not there.'));
      return false;
    };
    return { fetch };
  }, log);
}

async function fetchFrom(repository: GitRepository, identities: readonly string[]): Promise<boolean> {
  const wanted = new Set(identities.map(sameIdentity));
  const known = (await knownRemotes(repository)).find(({ addresses }) =>
    addresses.some((address) => wanted.has(identityOf(address) ?? '')),
  );
  // Git would take such a name for an option.
  const remote = known === undefined || known.name.startsWith('-') ? undefined : known.name;
  const title = remote === undefined ? l10n.t('Fetching') : l10n.t('Fetching from {0}', displayTitle(remote));
  try {
    await withStatusProgress(title, async () => repository.fetch?.(remote === undefined ? {} : { remote }));
    return true;
  } catch {
    // Git's own message may contain addresses with credentials.
    void showErrorMessage(l10n.t("Git couldn't fetch. The output of Git has the reason."));
    return false;
  }
}
