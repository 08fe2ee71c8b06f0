import { Uri } from 'vscode';
import { safeFileName } from '../../core/attachments/fileNames.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { roomScheme } from '../../host/vscode/uris.ts';

/** The URI of a room: the id in the query, and a readable name in the path for VS Code to show. */
export function roomAddress(roomId: string, title: string): Uri {
  const name = safeFileName(displayTitle(title), 'room');
  return Uri.from({ scheme: roomScheme, path: `/${name}`, query: roomId });
}
