import type { Clock } from '../base/clock.ts';
import { type Disposable, MutableDisposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import type { RoomDirectory } from './roomDirectory.ts';

/** A search with fewer matches reads more pages, */
const minFoundRooms = 10;
/** after a pause in typing. */
const debounceMs = 400;

export interface PageSearchPorts {
  readonly directory: Pick<RoomDirectory, 'loadWhile' | 'snapshot' | 'onDidChange'>;
  readonly clock: Clock;
  /** The number of known rooms that match the query; `undefined` without a query. */
  foundCount(): number | undefined;
}

/** Reads the pages of rooms that are not known yet while a query of the user has few matches. The user can stop it. */
export class PageSearch implements Disposable {
  readonly #ports: PageSearchPorts;
  readonly #timer = new MutableDisposable<Disposable>();
  readonly #changes = new Emitter<void>();
  readonly #subscription: Disposable;
  #running: AbortController | undefined;
  /** Whether the user waits for the matches of a query. */
  #isWanted = false;
  /** Fires when reading begins and ends. */
  readonly onDidChange = this.#changes.event;

  constructor(ports: PageSearchPorts) {
    this.#ports = ports;
    // The first page may arrive after the query.
    this.#subscription = ports.directory.onDidChange(({ status }) => {
      if (this.#isWanted && status === 'ready') this.start();
    });
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** The user has typed: reading begins after a pause, if the query needs it. */
  onQuery(): void {
    this.stop();
    const { clock, foundCount } = this.#ports;
    if (foundCount() !== undefined) this.#timer.value = clock.startTimer(debounceMs, () => this.start());
  }

  /** Reads pages until enough rooms match or all are known. */
  start(): void {
    this.#isWanted = true;
    this.#readWhile(() => (this.#ports.foundCount() ?? minFoundRooms) < minFoundRooms);
  }

  /** The user wants more matches: reads all pages. */
  startAll(): void {
    this.#readWhile(() => true);
  }

  /** Ends reading until the next query or `start`. A page that is being read is kept. */
  stop(): void {
    this.#isWanted = false;
    this.#timer.value = undefined;
    this.#running?.abort();
    this.#end(this.#running);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.stop();
    this.#changes.dispose();
  }

  #readWhile(isNeeded: () => boolean): void {
    if (!this.isRunning && this.#ports.directory.snapshot.hasMore && isNeeded()) void this.#read(isNeeded);
  }

  async #read(isNeeded: () => boolean): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    this.#changes.fire();
    await this.#ports.directory.loadWhile(isNeeded, running.signal);
    this.#end(running);
  }

  #end(running: AbortController | undefined): void {
    if (running === undefined || this.#running !== running) return;
    this.#running = undefined;
    this.#changes.fire();
  }
}
