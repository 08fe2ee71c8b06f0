import { type TreeView, type window, workspace } from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { isCancelled } from '../../core/base/errors.ts';
import type { Log } from '../../core/base/log.ts';
import { PoliteTimer } from '../../core/rooms/politeTimer.ts';
import type { RoomDirectory, RoomsSnapshot } from '../../core/rooms/roomDirectory.ts';
import { isTemporarilyUnreadable, isUnreadable } from '../../core/rooms/unreadable.ts';
import { settings } from '../../host/settings.ts';

/** More often than this is not asked, whatever the setting says. */
const leastSeconds = 30;
/** After so many failures in a row the pause grows no more. */
const mostDoublings = 5;
/** When rooms that a temporary failure kept from us are asked for again; then nobody does but the user. */
const healingStepsMs = [30_000, 60_000, 2 * 60_000, 5 * 60_000, 10 * 60_000];
/** Rooms further down are not worth a whole listing that nobody asked for. */
const mostHealingPages = 2;

export interface RoomCarePorts {
  readonly directory: RoomDirectory;
  readonly view: Pick<TreeView<unknown>, 'visible' | 'onDidChangeVisibility'>;
  /** The window of the editor: nobody looks at one that has not the focus. */
  readonly window: Pick<typeof window, 'state' | 'onDidChangeWindowState'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Keeps the list fresh while somebody looks at it: one request at a time, ever less often while the service fails. */
export class RoomCare implements Disposable {
  readonly #ports: RoomCarePorts;
  readonly #owned = new DisposableStore();
  readonly #refreshing: PoliteTimer;
  readonly #healing: PoliteTimer;
  #before: RoomsSnapshot['status'] = 'idle';
  #unreadable: ReadonlySet<string> = new Set();

  constructor(ports: RoomCarePorts) {
    this.#ports = ports;
    const { directory, view, clock } = ports;
    this.#refreshing = this.#owned.add(
      new PoliteTimer(clock, {
        isWanted: () => this.#isLookedAt(),
        pauseMs: (failures) => secondsSet() * 1000 * 2 ** Math.min(failures, mostDoublings),
        run: () => this.#refresh(),
      }),
    );
    this.#healing = this.#owned.add(
      new PoliteTimer(clock, {
        isWanted: () => this.#isLookedAt() && this.#temporary().length > 0,
        pauseMs: (failures) => healingStepsMs[failures],
        run: () => this.#heal(),
      }),
    );
    this.#owned.add(directory.onDidChange((snapshot) => this.#follow(snapshot)));
    this.#owned.add(view.onDidChangeVisibility(() => this.#attend()));
    this.#owned.add(ports.window.onDidChangeWindowState(() => this.#attend()));
    this.#owned.add(
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('roomside.rooms.refreshSeconds')) this.#attend();
      }),
    );
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #isLookedAt(): boolean {
    const { view, directory, window } = this.#ports;
    const { status } = directory.snapshot;
    const isKnown = status === 'ready' || status === 'failed';
    return settings.roomsRefreshSeconds.value > 0 && isKnown && view.visible && window.state.focused;
  }

  #follow({ status }: RoomsSnapshot): void {
    const hasListed = this.#before === 'loading' && status === 'ready';
    this.#before = status;
    if (hasListed) this.#refreshing.reset();
    const unreadable = new Set(this.#ports.directory.rooms.filter(isUnreadable).map(({ id }) => id));
    const isNewOne = [...unreadable].some((id) => !this.#unreadable.has(id));
    this.#unreadable = unreadable;
    if (isNewOne) this.#healing.reset();
    this.#attend();
  }

  #attend(): void {
    this.#refreshing.attend();
    this.#healing.attend();
  }

  async #refresh(): Promise<void> {
    const { directory } = this.#ports;
    await this.#quietly(() => directory.update());
    const { status, error } = directory.snapshot;
    if (status === 'failed') throw error;
  }

  #temporary(): readonly string[] {
    return [...this.#unreadable].filter((id) => {
      const room = this.#ports.directory.find(id);
      return room !== undefined && isTemporarilyUnreadable(room);
    });
  }

  async #heal(): Promise<void> {
    const wanted = this.#temporary();
    await this.#quietly(() => this.#ports.directory.retry(wanted, { maxPages: mostHealingPages }));
    this.#unreadable = new Set(this.#ports.directory.rooms.filter(isUnreadable).map(({ id }) => id));
    if (this.#temporary().length > 0) throw new Error('rooms are still not readable');
  }

  /** What nobody asked for disturbs nobody when it fails. */
  async #quietly(act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!isCancelled(error)) this.#ports.log.warn(`the rooms were not refreshed: ${nameOf(error)}`);
      throw error;
    }
  }
}

function secondsSet(): number {
  return Math.max(leastSeconds, settings.roomsRefreshSeconds.value);
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
