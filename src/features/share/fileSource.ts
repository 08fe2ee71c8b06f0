import { basename } from 'node:path';
import { FileSystemError, FileType, l10n, type TextDocument, type Uri, workspace } from 'vscode';
import { bytesPart, type FilePart } from '../../core/api/requestBody.ts';
import { assertAttachmentFits } from '../../core/attachments/limits.ts';
import { mediaType } from '../../core/attachments/mediaType.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { pickRow } from '../../host/ui/steps/pickRow.ts';
import type { StepLists } from '../../host/ui/steps/stepLists.ts';
import { encodedText, unsavedVersionOf } from '../../host/vscode/unsavedVersion.ts';
import { type LinkTarget, linkTarget, sharedPath } from '../../host/vscode/workspaceFiles.ts';
import { statFile } from '../../platform/files/localFile.ts';
import { openFilePart } from '../../platform/files/openFilePart.ts';

/** A file to share. Its content is not read yet. */
export interface FileSource {
  readonly name: string;
  readonly byteLength: number;
  /** Says which version is shared, if there are several. */
  readonly note?: string;
  /** Its path, if it is on disk. Then the outbox reads it from there and keeps no copy, unless its bytes are fixed. */
  readonly path?: string;
  /** Of the file at its path. */
  readonly version?: string | undefined;
  /** The file that it is a link to. */
  readonly realPath?: string | undefined;
  /** It is in a file system that Git cannot be asked about. */
  readonly isUnknownToGit?: true;
  /** Its bytes are kept as they were when it was read, and may differ from those at its path. */
  readonly isFixed?: true;
  /** Returns the file as it is now, with fixed bytes, if it has changed on disk. Rejects if it cannot be read. */
  readonly changed?: () => Promise<FileSource | undefined>;
  open(): Promise<FilePart>;
}

/**
 * A file of the workspace or the disk. Checks the size before anything is asked or sent.
 * @throws {TooLargeError}
 * @throws {FileSystemError} for a folder, or if the file cannot be read
 * @throws {NotRegularFileError}
 */
async function savedFile(uri: Uri): Promise<FileSource> {
  const { size, type, mtime } = await workspace.fs.stat(uri);
  const name = basename(uri.path);
  if (type & FileType.Directory) throw FileSystemError.FileIsADirectory(uri);
  assertAttachmentFits(name, size);
  const facts = { name, mediaType: mediaType(name) };
  const part = uri.scheme === 'file' ? await openFilePart(uri.fsPath, facts) : undefined;
  const isSame = async (): Promise<boolean> => {
    if (part !== undefined) return (await statFile(uri.fsPath)).version === part.version;
    // Only VS Code can look at other file systems, and it reads whole files.
    const now = await workspace.fs.stat(uri);
    return now.size === size && now.mtime === mtime;
  };
  const open = async (): Promise<FilePart> =>
    part ?? bytesPart(name, facts.mediaType, await workspace.fs.readFile(uri));
  const changed = async (): Promise<FileSource | undefined> => {
    if (await isSame()) return undefined;
    const file = await savedFile(uri);
    return { ...file, ...bytesAsFile(name, await workspace.fs.readFile(uri), file.note), isFixed: true };
  };
  return { name, byteLength: size, version: part?.version, open, changed, ...(await placeOf(uri)) };
}

/** What is known of the place of a file, whichever version of it is shared. */
async function placeOf(uri: Uri): Promise<Pick<FileSource, 'note' | 'path' | 'realPath' | 'isUnknownToGit'>> {
  const target = await linkTarget(uri);
  const note = target && { note: linkNote(target) };
  // What Git has of a file is not ignored.
  if (uri.scheme !== 'file') return { ...note, ...(uri.scheme !== 'git' && { isUnknownToGit: true }) };
  return { ...note, path: uri.fsPath, realPath: target?.uri.fsPath };
}

/** The text of an editor, which is sent as it is, whatever is on disk then. */
async function editorVersion(document: TextDocument): Promise<FileSource> {
  const { uri } = document;
  const place = await placeOf(uri);
  const note = [l10n.t('with unsaved changes'), place.note].filter(Boolean).join(', ');
  return { ...place, ...bytesAsFile(basename(uri.path), await encodedText(document), note), isFixed: true };
}

function linkNote({ shown, isOutside }: LinkTarget): string {
  const place = displayTitle(shown);
  return isOutside ? l10n.t('a link to {0}, outside the workspace', place) : l10n.t('a link to {0}', place);
}

/** The text of an editor as a file, in UTF-8 with its line endings. */
export function textAsFile(name: string, text: string, note?: string): FileSource {
  return bytesAsFile(name, new TextEncoder().encode(text), note);
}

/** Bytes that are not on disk. */
export function bytesAsFile(name: string, bytes: Uint8Array, note?: string): FileSource {
  assertAttachmentFits(name, bytes.byteLength);
  const open = async (): Promise<FilePart> => bytesPart(name, mediaType(name), bytes);
  return { name, byteLength: bytes.byteLength, open, ...(note && { note }) };
}

/** The text of an editor without a file. */
export function untitledFile(document: TextDocument): FileSource {
  const name = basename(sharedPath(document.uri));
  // With an extension other people can open it.
  const fileName = name.includes('.') ? name : `${name}.txt`;
  return textAsFile(fileName, document.getText(), l10n.t('untitled, from the editor'));
}

/** A file, in the version that the user picks if an editor has another one. `undefined` if the user cancels. */
export async function currentFile(uri: Uri, lists?: StepLists): Promise<FileSource | undefined> {
  const unsaved = unsavedVersionOf(uri);
  if (unsaved === undefined) return savedFile(uri);
  const name = basename(uri.path);
  const editor =
    unsaved.document === undefined
      ? { label: l10n.t('Save and Share'), description: l10n.t('with the changes in the editor') }
      : { label: l10n.t('Unsaved Version'), description: l10n.t('as shown in the editor') };
  const disk = { label: l10n.t('Saved Version'), description: l10n.t('as saved on disk') };
  const placeholder = l10n.t('{0} has unsaved changes. Which version do you want to share?', name);
  const choice = await pickRow([editor, disk], { placeholder }, lists);
  if (choice === undefined) return undefined;
  if (choice === editor && unsaved.document !== undefined) return editorVersion(unsaved.document);
  return choice === disk || (await unsaved.save()) ? savedFile(uri) : undefined;
}
