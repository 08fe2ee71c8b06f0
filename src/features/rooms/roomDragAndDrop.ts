import { commands, type DataTransfer, DataTransferItem, l10n, Uri } from 'vscode';
import type { RoomDirectory } from '../../core/rooms/roomDirectory.ts';
import type { DroppedFile } from '../../host/commands/commandArguments.ts';
import { showInformationMessage } from '../../host/vscode/notifications.ts';
import { roomScheme, uriList } from '../../host/vscode/uris.ts';
import { roomAddress } from './roomItems.ts';
import type { RoomTreeNode } from './roomTree.ts';

/**
 * Shares files that are dropped on a room: from the Explorer, editor tabs or the operating system, with the usual
 * confirmation. Dragging a room into the editor area opens its reader.
 */
export function roomDragAndDrop(directory: Pick<RoomDirectory, 'find'>) {
  return {
    handleDrag(rows: readonly RoomTreeNode[], data: DataTransfer): void {
      const rooms = rows.flatMap((row) => (row.kind === 'room' ? (directory.find(row.roomId) ?? []) : []));
      const addresses = rooms.map(({ id, title }) => roomAddress(id, title).toString());
      if (addresses.length > 0) data.set(uriList, new DataTransferItem(addresses.join('\r\n')));
    },
    async handleDrop(target: RoomTreeNode | undefined, data: DataTransfer): Promise<void> {
      const dropped = await droppedFiles(data);
      if (dropped.length === 0) void showInformationMessage(l10n.t('Only files can be dropped on a room.'));
      else if (target?.kind === 'room') await commands.executeCommand('roomside.shareFiles', target, dropped);
      else void showInformationMessage(l10n.t('Drop files on a room to share them.'));
    },
  };
}

/**
 * The dropped items that can be shared: URIs if there are any, else files without a URI, as a browser provides them.
 */
export async function droppedFiles(data: DataTransfer): Promise<readonly (Uri | DroppedFile)[]> {
  const listed = parseUriList((await data.get(uriList)?.asString()) ?? '').filter(
    ({ scheme }) => scheme !== roomScheme,
  );
  if (listed.length > 0) return listed;
  const files = Array.from(data, ([, item]) => item.asFile()).filter((file) => file !== undefined);
  return files.map((file) => file.uri ?? { name: file.name, read: () => Promise.resolve(file.data()) });
}

/** One URI per line. Lines that begin with a number sign are comments (RFC 2483, section 5). */
function parseUriList(text: string): readonly Uri[] {
  const lines = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  return [...new Set(lines)].map((line) => Uri.parse(line));
}
