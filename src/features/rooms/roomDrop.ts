import { commands, type DataTransfer, type TreeDragAndDropController, Uri } from 'vscode';
import type { DroppedFile } from '../../host/droppedFile.ts';
import type { RoomTreeNode } from './roomTree.ts';

const uriList = 'text/uri-list';

/**
 * Shares what is dropped on a room there: files of the Explorer, editor tabs, files of the system. They take the way of
 * every share, with the question at its end.
 */
export class RoomDrop implements TreeDragAndDropController<RoomTreeNode> {
  readonly dropMimeTypes = [uriList, 'files'];
  readonly dragMimeTypes = [];

  async handleDrop(target: RoomTreeNode | undefined, data: DataTransfer): Promise<void> {
    if (target?.kind !== 'room') return;
    const dropped = await droppedFiles(data);
    if (dropped.length > 0) await commands.executeCommand('roomside.shareFiles', target, dropped);
  }
}

/** Addresses where there are any; else the bytes of files that have none, as a browser hands them over. */
async function droppedFiles(data: DataTransfer): Promise<readonly (Uri | DroppedFile)[]> {
  const listed = parseUriList((await data.get(uriList)?.asString()) ?? '');
  if (listed.length > 0) return listed;
  const files = Array.from(data, ([, item]) => item.asFile()).filter((file) => file !== undefined);
  return files.map((file) => file.uri ?? { name: file.name, read: () => Promise.resolve(file.data()) });
}

/** One address a line; lines with a number sign are comments (RFC 2483, 5). */
function parseUriList(text: string): readonly Uri[] {
  const lines = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  return [...new Set(lines)].map((line) => Uri.parse(line));
}
