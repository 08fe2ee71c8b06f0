import { EventEmitter, type FileDecoration, type FileDecorationProvider, l10n, ThemeColor, type Uri } from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import type { RoomDirectory } from '../../core/rooms/roomDirectory.ts';
import type { RoomMarks } from '../../core/rooms/roomMarks.ts';
import { roomIdOfUri } from '../../host/vscode/uris.ts';
import { roomAddress } from './roomItems.ts';

/** With more changed rooms, all visible rows are decorated again. */
const maxNamedRooms = 500;

/** Marks unread rooms, as VS Code marks changed files. */
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
    return { badge: '●', tooltip: l10n.t('Unread'), color: new ThemeColor('list.highlightForeground') };
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
