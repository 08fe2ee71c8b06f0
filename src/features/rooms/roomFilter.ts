import { l10n, ThemeIcon, window } from 'vscode';
import { DisposableStore, Owner } from '../../core/base/disposable.ts';
import { nextEvent } from '../../core/base/emitter.ts';
import { PageSearch } from '../../core/rooms/pageSearch.ts';
import type { Services } from '../../host/services.ts';
import { setContext } from '../../host/vscode/contextKeys.ts';
import { withProgress } from '../../host/vscode/notifications.ts';
import type { RoomTree } from './roomTree.ts';

export interface RoomFilterPorts extends Pick<Services, 'directory' | 'clock'> {
  readonly tree: RoomTree;
}

/**
 * "Filter Rooms": filters the tree while the user types. Escape restores the previous filter. Enter, a click on a room
 * and any other way to close the box keep the new one. VS Code does not report why a box closed, so Escape is a
 * command.
 */
export class RoomFilter extends Owner {
  readonly #ports: RoomFilterPorts;
  readonly #search: PageSearch;
  #cancel: (() => void) | undefined;

  constructor(ports: RoomFilterPorts) {
    super();
    this.#ports = ports;
    const { tree, directory, clock } = ports;
    const foundCount = () => (tree.options.filter === '' ? undefined : tree.foundCount);
    this.#search = this.own(new PageSearch({ directory, clock, foundCount }));
    this.own(this.#search.onDidChange(() => void this.#showProgress()));
    // After a sign-out its message would hide the welcome content, and the rooms of the next account are others.
    this.own(
      directory.onDidChange(({ status }) => {
        if (status === 'idle' && directory.size === 0) this.set('');
      }),
    );
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
    const showStop = (): void => {
      const stop = { iconPath: new ThemeIcon('debug-stop'), tooltip: l10n.t('Stop Searching') };
      box.buttons = this.#search.isRunning ? [stop] : [];
    };
    owned.add(this.#search.onDidChange(showStop));
    owned.add(box.onDidTriggerButton(() => this.stopSearch()));
    owned.add(box.onDidAccept(() => box.hide()));
    owned.add(
      box.onDidHide(() => {
        this.#cancel = undefined;
        void setContext('roomside:filteringRooms', false);
        owned.dispose();
      }),
    );
    box.show();
    void setContext('roomside:filteringRooms', true);
  }

  /** Restores the previous filter: Escape in the open box. */
  cancel(): void {
    this.#cancel?.();
  }

  /** Shows only matching rooms; all rooms for an empty text. */
  set(text: string): void {
    const { tree } = this.#ports;
    const filter = text.trim();
    if (filter === tree.options.filter) return;
    tree.setOptions({ filter });
    this.#search.onQuery();
  }

  /** Stops reading pages for the filter: "Stop Searching". */
  stopSearch(): void {
    this.#search.stop();
  }

  async #showProgress(): Promise<void> {
    await setContext('roomside:searchingRooms', this.#search.isRunning);
    if (!this.#search.isRunning) return;
    // VS Code calls back later, when the search may have ended.
    await withProgress({ location: { viewId: 'roomside.rooms' } }, async () => {
      while (this.#search.isRunning) await nextEvent(this.#search.onDidChange);
    });
  }
}
