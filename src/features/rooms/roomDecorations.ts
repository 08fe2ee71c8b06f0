import { EventEmitter, type FileDecoration, l10n, ThemeColor, type Uri } from 'vscode';
import { DisposableStore } from '../../core/base/disposable.ts';
import type { RoomDirectory } from '../../core/rooms/roomDirectory.ts';
import type { RoomMarks } from '../../core/rooms/roomMarks.ts';
import { roomIdOfUri } from '../../host/vscode/uris.ts';
import { roomAddress } from './roomItems.ts';

/** With more changed rooms, all visible rows are decorated again. */
const maxNamedRooms = 500;

/** Marks unread rooms, as VS Code marks changed files. */
export function roomDecorations(directory: RoomDirectory, marks: RoomMarks) {
  const owned = new DisposableStore();
  const changes = owned.add(new EventEmitter<Uri[] | undefined>());
  owned.add(marks.onDidChange(() => changes.fire(undefined)));
  owned.add(
    directory.onDidChangeRooms(({ changed }) => {
      if (changed.length > maxNamedRooms) return changes.fire(undefined);
      const rooms = changed.flatMap((id) => directory.find(id) ?? []);
      if (rooms.length > 0) changes.fire(rooms.map(({ id, title }) => roomAddress(id, title)));
    }),
  );
  return {
    onDidChangeFileDecorations: changes.event,
    provideFileDecoration(address: Uri): FileDecoration | undefined {
      const roomId = roomIdOfUri(address);
      if (roomId === undefined || !marks.isUnread(roomId, directory.activityMs(roomId))) return undefined;
      return { badge: '●', tooltip: l10n.t('Unread'), color: new ThemeColor('list.highlightForeground') };
    },
    dispose: () => owned.dispose(),
  };
}
