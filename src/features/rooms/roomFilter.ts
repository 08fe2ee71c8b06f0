import { l10n, window } from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { type Disposable, DisposableStore, MutableDisposable } from '../../core/base/disposable.ts';
import type { RoomDirectory } from '../../core/rooms/roomDirectory.ts';
import { setFilteringRooms } from '../../host/contextKeys.ts';
import type { RoomTree } from './roomTree.ts';

/** A filter that finds fewer rooms than this looks through further pages, */
const minFoundRooms = 10;
/** but only so many of them by itself, */
const maxPages = 10;
/** and not at every key. */
const debounceMs = 400;

export interface RoomFilterPorts {
  readonly tree: RoomTree;
  readonly directory: RoomDirectory;
  readonly clock: Clock;
}

/**
 * "Filter Rooms": what is typed narrows the tree at once. Escape brings back what was before; Enter, a click on a room and
 * whatever else closes the box keep the filter. VS Code does not tell why a box closed, so Escape is a command of its own.
 */
export class RoomFilter implements Disposable {
  readonly #ports: RoomFilterPorts;
  readonly #timer = new MutableDisposable<Disposable>();
  #cancel: (() => void) | undefined;

  constructor(ports: RoomFilterPorts) {
    this.#ports = ports;
  }

  open(): void {
    const owned = new DisposableStore();
    const box = owned.add(window.createInputBox());
    const before = this.#ports.tree.options.filter;
    box.title = l10n.t('Filter Rooms');
    box.placeholder = l10n.t('Words of the title, in any case and with or without accents');
    box.value = before;
    this.#cancel = () => {
      this.set(before);
      box.hide();
    };
    owned.add(box.onDidChangeValue((value) => this.set(value)));
    owned.add(box.onDidAccept(() => box.hide()));
    owned.add(
      box.onDidHide(() => {
        this.#cancel = undefined;
        void setFilteringRooms(false);
        owned.dispose();
      }),
    );
    box.show();
    void setFilteringRooms(true);
  }

  /** Escape in the open box. */
  cancel(): void {
    this.#cancel?.();
  }

  /** Shows only the rooms that answer this; all again for an empty text. */
  set(text: string): void {
    const { tree, clock } = this.#ports;
    const filter = text.trim();
    if (filter === tree.options.filter) return;
    tree.setOptions({ filter });
    this.#timer.value = filter === '' ? undefined : clock.startTimer(debounceMs, () => void this.#loadMore(filter));
  }

  dispose(): void {
    this.#timer.dispose();
  }

  async #loadMore(filter: string): Promise<void> {
    const { tree, directory } = this.#ports;
    for (let page = 0; page < maxPages; page += 1) {
      const { status, hasMore } = directory.snapshot;
      if (filter !== tree.options.filter || tree.foundCount >= minFoundRooms || status !== 'ready' || !hasMore) return;
      await directory.loadMore();
    }
  }
}
