import { Uri } from 'vscode';
import { safeFileName } from '../core/attachments/safeFileName.ts';
import { displayTitle } from '../core/rooms/displayTitle.ts';

/** The scheme of the addresses that the rows of rooms have inside the editor. They name nothing outside of it. */
export const roomScheme = 'roomside-room';

/** The address of a room: its id, behind a name that can be read where VS Code shows it. */
export function roomAddress(roomId: string, title: string): Uri {
  const name = safeFileName(displayTitle(title), 'room');
  return Uri.from({ scheme: roomScheme, path: `/${name}`, query: roomId });
}

/** The id in the address of a room; `undefined` for any other address. */
export function roomIdOfUri(address: Uri): string | undefined {
  return address.scheme === roomScheme && address.query !== '' ? address.query : undefined;
}
