import { l10n, Uri, workspace } from 'vscode';
import { safeFileName } from '../../../core/attachments/safeFileName.ts';
import { type DroppedFile, isDroppedFile } from '../../../host/droppedFile.ts';
import { bytesAsFile, documentAsFile, type FileSource, savedFile } from '../fileSource.ts';
import type { ShareSource } from './shareSource.ts';

/**
 * "Share File…": the files selected in the Explorer, or those dropped on a row of the Rooms view, one message each. Where
 * the editor holds changes that the disk does not, the user says which version goes.
 */
export const explorerFilesSource: ShareSource = async (clicked, selected) => {
  const given: readonly unknown[] = Array.isArray(selected) && selected.length > 0 ? selected : [clicked];
  const files: FileSource[] = [];
  for (const each of given) {
    if (!(each instanceof Uri) && !isDroppedFile(each)) continue;
    const file = each instanceof Uri ? await fileAt(each) : await droppedFile(each);
    if (file === undefined) return undefined;
    files.push(file);
  }
  return files.length === 0 ? undefined : { kind: 'files', title: l10n.t('Share File'), files };
};

function fileAt(uri: Uri): Promise<FileSource | undefined> {
  const document = workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  return document === undefined ? savedFile(uri) : documentAsFile(document);
}

async function droppedFile({ name, read }: DroppedFile): Promise<FileSource> {
  return bytesAsFile(safeFileName(name, 'file'), await read());
}
