import { EventEmitter, type FileDecoration, type FileDecorationProvider, l10n, ThemeColor, type Uri } from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import type { RoomDirectory } from '../../core/rooms/roomDirectory.ts';
import type { RoomMarks } from '../../core/rooms/roomMarks.ts';
import { roomAddress, roomIdOfUri } from '../../host/roomAddress.ts';

/** Of more rooms that changed at once no list is made: the rows in sight are asked for again. */
const maxNamedRooms = 500;

/** Marks the rows of rooms in which something happened since the user looked, as VS Code marks files that were changed. */
export class RoomDecorations implements FileDecorationProvider, Disposable {
  readonly #directory: RoomDirectory;
  readonly #marks: RoomMarks;
  readonly #owned = new DisposableStore();
  readonly #changes = this.#owned.add(new EventEmitter<Uri[] | undefined>());
  readonly onDidChangeFileDecorations = this.#changes.event;

  constructor(directory: RoomDirectory, marks: RoomMarks) {
    this.#directory = directory;
    this.#marks = marks;
    this.#owned.add(marks.onDidChange(() => this.#changes.fire(undefined)));
    this.#owned.add(
      directory.onDidChangeRooms(({ changed }) => {
        if (changed.length > maxNamedRooms) return this.#changes.fire(undefined);
        const rooms = changed.flatMap((id) => directory.find(id) ?? []);
        if (rooms.length > 0) this.#changes.fire(rooms.map(({ id, title }) => roomAddress(id, title)));
      }),
    );
  }

  provideFileDecoration(address: Uri): FileDecoration | undefined {
    const roomId = roomIdOfUri(address);
    if (roomId === undefined || !this.#marks.isUnread(roomId, this.#directory.activityMs(roomId))) return undefined;
    return { badge: '●', tooltip: l10n.t('New since you looked'), color: new ThemeColor('list.highlightForeground') };
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
