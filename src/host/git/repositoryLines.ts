import type { TextDocument } from 'vscode';
import type { Log } from '../../core/base/log.ts';
import type { EditorLink } from '../../core/git/editorLink.ts';
import type { FileVersion } from '../../core/git/fileHistory.ts';
import { createLineMap, type LineRange } from '../../core/git/lineMap.ts';
import { relativePath } from '../../platform/files/relativePath.ts';
import { committedFileOf } from './committedFile.ts';
import { answerInTime, type GitRepository, gitApi } from './gitApi.ts';
import { pagesOf, placeIn, remoteWith, usualRemote } from './remotePages.ts';

/** The commit that contains the lines of an editor unchanged. */
export interface CommittedLines {
  readonly commit: string;
  /** The address of the file, or of lines of the editor at the commit. `undefined` when no known web page shows it. */
  readonly linkTo: (lines?: LineRange) => string | undefined;
}

/** The lines of an editor in their repository. */
export interface RepositoryLines {
  /** Absent if the lines were changed since the commit, or if their numbers in a message could mislead. */
  readonly committed?: CommittedLines;
  /** Where other people find the lines. Absent without a remote. */
  readonly place?: EditorLink;
}

/**
 * Finds lines in the repository of their file: a commit if it contains exactly these lines, at the same position or at one
 * that a link can name, and a place that other people can open. For a file, it is the checked-out commit; for a file at a
 * revision, as on the left side of a diff, the commit of that revision. `undefined` when the file is not tracked, for the
 * index, and when git does not answer in time: sharing continues without.
 */
export function repositoryLines(
  document: TextDocument,
  ranges: readonly LineRange[],
  log: Log,
): Promise<RepositoryLines | undefined> {
  return answerInTime(() => lookUp(document, ranges), log);
}

/** A whole file at a commit, as `repositoryLines` of its lines there. The links lead to the file. */
export function versionLines(
  repository: GitRepository,
  { commit, path }: Pick<FileVersion, 'commit' | 'path'>,
  lines: readonly LineRange[],
  log: Log,
): Promise<RepositoryLines | undefined> {
  return answerInTime(async () => {
    const remote = await remoteWith(repository, commit);
    const page = pagesOf(remote)({ commit, path });
    const place = placeIn(remote ?? usualRemote(repository), { path, lines });
    return { committed: { commit, linkTo: () => page }, ...(place && { place: { ...place, commit } }) };
  }, log);
}

async function lookUp(document: TextDocument, ranges: readonly LineRange[]): Promise<RepositoryLines | undefined> {
  // The current text, whatever the user types while git runs.
  const text = document.getText();
  const git = await gitApi();
  const found = git && (await committedFileOf(git, document.uri));
  if (found === undefined) return undefined;
  const { repository, commit, file } = found;
  const path = relativePath(repository.rootUri.fsPath, file.fsPath);
  const [committed, remote] = await Promise.all([repository.show(commit, file.fsPath), remoteWith(repository, commit)]);
  const placeOf = createLineMap(text, committed);
  const places = ranges.flatMap((range) => placeOf(range) ?? []);
  const isCommitted = places.length === ranges.length;
  const place = placeIn(remote ?? usualRemote(repository), { path, lines: isCommitted ? places : ranges });
  if (!isCommitted) return { ...(place && { place }) };
  const pageOf = pagesOf(remote);
  const linkTo = (lines?: LineRange) => {
    const place = lines && placeOf(lines);
    return pageOf({ commit, path, ...(place && { lines: { start: place.startLine, end: place.endLine } }) });
  };
  // Without a link, the line numbers in the message must be those of the commit.
  const isMoved = ranges.some(({ startLine }, index) => places[index]?.startLine !== startLine);
  const isMisleading = isMoved && linkTo() === undefined;
  return {
    ...(!isMisleading && { committed: { commit, linkTo } }),
    ...(place && { place: { ...place, commit } }),
  };
}
