import { basename } from 'node:path';
import { FileSystemError, FileType, l10n, type TextDocument, type Uri, window, workspace } from 'vscode';
import { bytesPart, type FilePart, openFilePart } from '../../core/api/filePart.ts';
import { displayTitle } from '../../core/rooms/displayTitle.ts';
import { assertAttachmentFits } from '../../core/share/limits.ts';
import { mediaType } from '../../core/share/mediaType.ts';
import { outsideTarget } from '../../host/outsideTarget.ts';

/** A file to be shared, looked at but not read yet. */
export interface FileSource {
  readonly name: string;
  readonly byteLength: number;
  /** Which version goes, where that is not plain. */
  readonly note?: string;
  /** Where it lies, when it lies on the disk: then it goes from there, and no copy of it is kept while it waits. */
  readonly path?: string;
  /** The same file as it is now, when it has changed on the disk since. Rejects as reading it does. */
  readonly changed?: () => Promise<FileSource | undefined>;
  /** The file itself, when its turn comes. */
  open(): Promise<FilePart>;
}

/**
 * A file of the workspace or the disk. Its size is checked here, before anything is asked or sent.
 * @throws {TooLargeError} or VS Code's own error for a folder and when it cannot be read
 */
export async function savedFile(uri: Uri): Promise<FileSource> {
  const { size, mtime, type } = await workspace.fs.stat(uri);
  const name = basename(uri.path);
  if (type & FileType.Directory) throw FileSystemError.FileIsADirectory(uri);
  assertAttachmentFits(name, size);
  const open = async (): Promise<FilePart> => {
    if (uri.scheme === 'file') return openFilePart(uri.fsPath, { name, mediaType: mediaType(name) });
    // Only the editor can read what has no disk behind it, and it reads whole files.
    return bytesPart(name, mediaType(name), await workspace.fs.readFile(uri));
  };
  const changed = async (): Promise<FileSource | undefined> => {
    const now = await workspace.fs.stat(uri);
    return now.size === size && now.mtime === mtime ? undefined : savedFile(uri);
  };
  const target = await outsideTarget(uri);
  const note =
    target === undefined ? {} : { note: l10n.t('a link to {0}, outside the workspace', displayTitle(target)) };
  return { name, byteLength: size, open, changed, ...note, ...(uri.scheme === 'file' && { path: uri.fsPath }) };
}

/** The text of an editor as a file, with its line ends, in UTF-8. */
export function textAsFile(name: string, text: string, note?: string): FileSource {
  return bytesAsFile(name, new TextEncoder().encode(text), note);
}

/** What has no file behind it. */
export function bytesAsFile(name: string, bytes: Uint8Array, note?: string): FileSource {
  assertAttachmentFits(name, bytes.byteLength);
  const open = async (): Promise<FilePart> => bytesPart(name, mediaType(name), bytes);
  return { name, byteLength: bytes.byteLength, open, ...(note && { note }) };
}

/** The file of a document. Where the editor holds changes that the disk does not, the user says which version goes. */
export async function documentAsFile(document: TextDocument): Promise<FileSource | undefined> {
  const name = basename(document.uri.path);
  if (document.isUntitled)
    return textAsFile(untitledName(document), document.getText(), l10n.t('untitled, from the editor'));
  if (!document.isDirty) return savedFile(document.uri);
  const editor = { label: l10n.t('With Unsaved Changes'), description: l10n.t('as the editor shows it') };
  const disk = { label: l10n.t('As Last Saved'), description: l10n.t('as it is on disk') };
  const placeHolder = l10n.t('{0} has unsaved changes. Which version do you want to share?', name);
  const choice = await window.showQuickPick([editor, disk], { placeHolder, ignoreFocusOut: true });
  if (choice === undefined) return undefined;
  return choice === disk
    ? savedFile(document.uri)
    : textAsFile(name, document.getText(), l10n.t('with unsaved changes'));
}

/** An untitled document gets an ending, so that whoever receives it can open it. */
function untitledName(document: TextDocument): string {
  const name = basename(document.uri.path);
  return name.includes('.') ? name : `${name}.txt`;
}
