import { type TextDocument, type Uri, workspace } from 'vscode';
import type { Log } from '../../core/base/log.ts';
import type { EditorLink } from '../../core/git/editorLink.ts';
import type { FileVersion } from '../../core/git/fileHistory.ts';
import { createLineMap, type LineMap, type LineRange } from '../../core/git/lineMap.ts';
import { nearestCell, notebookCells } from '../../core/git/notebookCells.ts';
import { isWithin, relativePath } from '../../platform/files/relativePath.ts';
import { cellOf } from '../vscode/cellOf.ts';
import { committedFileOf } from './committedFile.ts';
import { answerInTime, type GitRepository, gitApi } from './gitApi.ts';
import { knownRemotes, pagesOf, placeIn, remoteWith, usualRemote } from './remotePages.ts';

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
  /** The path from the root of the repository, if the window does not have the whole repository. */
  readonly wholePath?: string;
}

/** A document, and its text when lines of it were taken: the user may type while Git runs. */
export interface DocumentText {
  readonly document: TextDocument;
  readonly text: string;
}

// decisions/0030
/**
 * Finds lines in the repository of their file: a commit if it contains exactly these lines, at the same position or at one
 * that a link can name, and a place that other people can open. For a file, it is the checked-out commit; for a file at a
 * revision, as on the left side of a diff, the commit of that revision. `undefined` when the file is not tracked, for the
 * index, and when git does not answer in time: sharing continues without.
 */
export function repositoryLines(
  source: DocumentText,
  ranges: readonly LineRange[],
  log: Log,
): Promise<RepositoryLines | undefined> {
  return answerInTime(() => lookUp(source, ranges), log);
}

/** A whole file at a commit, as `repositoryLines` of its lines there. The links lead to the file. */
export function versionLines(
  repository: GitRepository,
  { commit, path }: Pick<FileVersion, 'commit' | 'path'>,
  lines: readonly LineRange[],
  log: Log,
): Promise<RepositoryLines | undefined> {
  return answerInTime(async () => {
    const remotes = await knownRemotes(repository);
    const remote = await remoteWith(repository, commit, remotes);
    const page = pagesOf(remote)({ commit, path });
    const place = placeIn({ remotes, first: remote ?? usualRemote(repository, remotes) }, { path, lines });
    return { committed: { commit, linkTo: () => page }, ...(place && { place: { ...place, commit } }) };
  }, log);
}

async function lookUp(
  { document, text }: DocumentText,
  ranges: readonly LineRange[],
): Promise<RepositoryLines | undefined> {
  const cell = cellOf(document);
  const git = await gitApi();
  const found = git && (await committedFileOf(git, cell?.notebook.uri ?? document.uri));
  if (found === undefined) return undefined;
  const { repository, commit, file } = found;
  const path = relativePath(repository.rootUri.fsPath, file.fsPath);
  const [whole, remotes] = await Promise.all([repository.show(commit, file.fsPath), knownRemotes(repository)]);
  const remote = await remoteWith(repository, commit, remotes);
  const then = versionOf({ whole, text, number: cell?.number }, ranges);
  const places = then && placesIn(ranges, then.placeOf);
  const named = { path, lines: places ?? ranges, ...(cell && { cell: (places && then?.cell) ?? cell.number }) };
  const place = placeIn({ remotes, first: remote ?? usualRemote(repository, remotes) }, named);
  const wholePath = isPartOpen(file, repository) ? { wholePath: path } : {};
  if (then === undefined || places === undefined) return { ...wholePath, ...(place && { place }) };
  const pageOf = pagesOf(remote);
  const linkTo = (lines?: LineRange) => {
    // The pages of notebooks have no lines.
    const place = cell === undefined ? lines && then.placeOf(lines) : undefined;
    return pageOf({ commit, path, ...(place && { lines: { start: place.startLine, end: place.endLine } }) });
  };
  // Without a link, the line numbers in the message must be those of the commit.
  const isMoved =
    then.cell !== cell?.number || ranges.some(({ startLine }, index) => places[index]?.startLine !== startLine);
  const isMisleading = isMoved && linkTo() === undefined;
  return {
    ...wholePath,
    ...(!isMisleading && { committed: { commit, linkTo } }),
    ...(place && { place: { ...place, commit } }),
  };
}

type PlaceOf = LineMap['unchanged'];

function placesIn(ranges: readonly LineRange[], placeOf: PlaceOf): readonly LineRange[] | undefined {
  const places = ranges.flatMap((range) => placeOf(range) ?? []);
  return places.length === ranges.length ? places : undefined;
}

/** Where a commit has the lines of a file, or of a cell, which may have another number there. */
function versionOf(
  { whole, text, number }: { readonly whole: string; readonly text: string; readonly number: number | undefined },
  ranges: readonly LineRange[],
): { readonly placeOf: PlaceOf; readonly cell?: number } | undefined {
  if (number === undefined) return { placeOf: createLineMap(text, whole).unchanged };
  const cells = notebookCells(whole) ?? [];
  const cell = nearestCell(
    cells,
    number,
    (each) => placesIn(ranges, createLineMap(text, each).unchanged) !== undefined,
  );
  return cell === undefined ? undefined : { cell, placeOf: createLineMap(text, cells[cell - 1] ?? '').unchanged };
}

/** Whether the window has no folder with the whole repository of a file. */
function isPartOpen(file: Uri, { rootUri }: GitRepository): boolean {
  const folders = workspace.workspaceFolders ?? [];
  return !folders.some(({ uri }) => isWithin(rootUri.fsPath, uri.fsPath)) && isWithin(file.fsPath, rootUri.fsPath);
}
