import { Uri } from 'vscode';
import { safeFileName } from '../../core/attachments/safeFileName.ts';
import { displayTitle } from '../../core/base/text/displayTitle.ts';

/** The URI scheme of rooms. It has a meaning only inside the editor. */
export const roomScheme = 'roomside-room';

/** The URI of a room: the id in the query, and a readable name in the path for VS Code to show. */
export function roomAddress(roomId: string, title: string): Uri {
  const name = safeFileName(displayTitle(title), 'room');
  return Uri.from({ scheme: roomScheme, path: `/${name}`, query: roomId });
}

/** The room id in a URI; `undefined` for any other URI. */
export function roomIdOfUri(address: Uri): string | undefined {
  return address.scheme === roomScheme && address.query !== '' ? address.query : undefined;
}
