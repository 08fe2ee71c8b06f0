import { commitPermalink } from '../../core/git/commitPermalink.ts';
import type { GitRepository } from './gitApi.ts';
import { hostOf, remoteWith } from './remotePages.ts';

/** The web page of a commit; `undefined` when no known one shows it. */
export async function commitPage(repository: GitRepository, commit: string): Promise<string | undefined> {
  const host = hostOf(await remoteWith(repository, commit));
  return host && commitPermalink(host.kind, host.address, commit);
}
