import { l10n, window } from 'vscode';
import { type Disposable, DisposableStore, MutableDisposable } from '../../core/base/disposable.ts';
import type { Services } from '../../host/services.ts';
import { setFilteringRooms } from '../../host/vscode/contextKeys.ts';
import type { RoomTree } from './roomTree.ts';

/** With fewer matches than this, the filter loads more pages, */
const minFoundRooms = 10;
/** at most this many without a command of the user, */
const maxPages = 10;
/** and only after a pause in typing. */
const debounceMs = 400;

export interface RoomFilterPorts extends Pick<Services, 'directory' | 'clock'> {
  readonly tree: RoomTree;
}

/**
 * "Filter Rooms": filters the tree while the user types. Escape restores the previous filter. Enter, a click on a room
 * and any other way to close the box keep the new one. VS Code does not report why a box closed, so Escape is a
 * command.
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
    box.placeholder = l10n.t('Type part of a room title');
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

  /** Restores the previous filter: Escape in the open box. */
  cancel(): void {
    this.#cancel?.();
  }

  /** Shows only matching rooms; all rooms for an empty text. */
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
