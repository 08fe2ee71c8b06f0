import { basename } from 'node:path';
import { l10n, Uri, window } from 'vscode';
import { displayTitle } from '../../../../core/base/text/displayText.ts';
import type { FileVersion } from '../../../../core/git/fileHistory.ts';
import { shortCommit } from '../../../../core/snippet/snippetHeader.ts';
import { committedFileOf, fileOf } from '../../../../host/git/committedFile.ts';
import { type GitApi, type GitRepository, gitApi } from '../../../../host/git/gitApi.ts';
import { repositoryOf } from '../../../../host/git/repositoryOf.ts';
import { showNoGit } from '../../../../host/git/showNoGit.ts';
import { withStatusProgress } from '../../../../host/ui/cancellableProgress.ts';
import { pickRow } from '../../../../host/ui/steps/pickRow.ts';
import { relativeTime } from '../../../../host/vscode/formats.ts';
import { urisOfTab } from '../../../../host/vscode/uris.ts';
import { currentResource } from '../../../../host/vscode/workspaceFiles.ts';
import { relativePath } from '../../../../platform/files/relativePath.ts';
import { fileHistory, shallowCommits } from '../../../../platform/git/commits.ts';
import type { GitPlace } from '../../../../platform/git/runGit.ts';
import { type SourcePorts, showNothingToShare } from '../shareSource.ts';

/** A file at a commit. */
export interface GitVersion extends Pick<FileVersion, 'commit' | 'path'> {
  readonly repository: GitRepository;
  readonly place: GitPlace;
  /** The file on disk now. It may have another name, or be deleted. */
  readonly file: Uri;
}

type VersionQuestion = Pick<SourcePorts, 'title' | 'clock' | 'lists'>;

// decisions/0031
/**
 * The version of the editor that a command was called on, else one that the user picks from the history of the file. VS Code
 * gives the item of a Timeline only to extensions with a proposed API; all others get its file.
 */
export async function versionToShare(
  args: readonly unknown[],
  { title, clock, lists }: VersionQuestion,
): Promise<GitVersion | undefined> {
  const clicked = args.find((each) => each instanceof Uri);
  const uri = clicked ?? currentResource();
  const file = uri && fileOf(uri);
  const git = await gitApi();
  const repository = file && git && (await repositoryOf(git, file));
  if (uri === undefined || file === undefined || git === undefined || !repository) {
    return showNoGit(l10n.t('Open a file of a Git repository first.'));
  }
  const rootFolder = repository.rootUri.fsPath;
  const place = { gitPath: git.git.path, rootFolder };
  const path = relativePath(rootFolder, file.fsPath);
  const shown = await commitShownBy(git, uri);
  const isClicked = clicked !== undefined;
  const version =
    shown === undefined
      ? await pickVersion(git, { place, file, path }, { title, clock, lists, isClicked })
      : { commit: shown, path };
  return version && { repository, place, file, commit: version.commit, path: version.path };
}

/** The commit of an editor of Git. `undefined` for a file and for the index. */
async function commitShownBy(git: GitApi, uri: Uri): Promise<string | undefined> {
  return uri.scheme === 'git' ? (await committedFileOf(git, uri))?.commit : undefined;
}

/** No row is active at first: it could be another commit than the item that was clicked. */
async function pickVersion(
  git: GitApi,
  { place, file, path }: Pick<GitVersion, 'place' | 'file' | 'path'>,
  {
    title,
    clock,
    lists,
    isClicked,
  }: VersionQuestion & { /** On an item of a Timeline. */ readonly isClicked: boolean },
): Promise<FileVersion | undefined> {
  const name = displayTitle(basename(file.path));
  const reading = l10n.t('Reading “{0}”', name);
  const versions = await withStatusProgress(reading, () => fileHistory(place, path));
  if (versions.length === 0) return showNothingToShare(l10n.t('{0} has no commits.', name));
  const shown = await commitInDiff(git, file);
  const sorted = versions.toSorted((a, b) => Number(b.commit === shown) - Number(a.commit === shown));
  const edge = await shallowCommits(place);
  const rows = sorted.map((version) => {
    const marks = [
      ...(version.commit === shown ? [l10n.t('shown in the editor')] : []),
      ...(edge.has(version.commit) ? [l10n.t('the history of this clone ends here')] : []),
    ];
    const { commit, author, committedAt, subject } = version;
    const detail = [displayTitle(author), relativeTime(committedAt, clock.now()), ...marks].join(' · ');
    return { label: displayTitle(subject), description: shortCommit(commit), detail, version };
  });
  const placeholder = isClicked
    ? l10n.t("Select a commit of {0} again: VS Code doesn't say which one you clicked", name)
    : l10n.t('Select a commit of {0}', name);
  return (await pickRow(rows, { title, placeholder }, lists, 'hasNoDefault'))?.version;
}

/** The commit that the active diff shows of a file, as after a click in the Timeline. */
async function commitInDiff(git: GitApi, file: Uri): Promise<string | undefined> {
  const [, modified] = urisOfTab(window.tabGroups.activeTabGroup.activeTab);
  return modified && fileOf(modified)?.fsPath === file.fsPath ? commitShownBy(git, modified) : undefined;
}
