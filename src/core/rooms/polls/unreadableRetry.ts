import type { Clock } from '../../base/clock.ts';
import { Owner } from '../../base/disposable.ts';
import { errorName, isCancelled } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { steps } from '../../base/scheduling/backOff.ts';
import { PollingScheduler } from '../../base/scheduling/pollingScheduler.ts';
import { isTemporarilyUnreadable, isUnreadable } from '../knownRoom.ts';
import type { RoomDirectory } from '../roomDirectory.ts';

/** The delay before each retry. After the last one, only the user can retry. */
const policy = steps([30_000, 60_000, 2 * 60_000, 5 * 60_000, 10 * 60_000]);
/** Later pages are not worth a background request. */
const maxPages = 2;

export interface UnreadableRetryPorts {
  readonly directory: RoomDirectory;
  /** Whether the rooms are visible. */
  isEnabled(): boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/** Retries rooms that could not be decrypted [A61] while the list is visible. */
export class UnreadableRetry extends Owner {
  readonly #ports: UnreadableRetryPorts;
  readonly #scheduler: PollingScheduler;
  #unreadable: ReadonlySet<string> = new Set();

  constructor(ports: UnreadableRetryPorts) {
    super();
    this.#ports = ports;
    this.#scheduler = this.own(
      new PollingScheduler(ports.clock, {
        isEnabled: () => ports.isEnabled() && this.#temporary().length > 0,
        delayMs: policy,
        run: () => this.#retry(),
      }),
    );
    this.own(ports.directory.onDidChange(() => this.#onDirectoryChange()));
  }

  /** Call this when `isEnabled` may have changed. */
  reschedule(): void {
    this.#scheduler.reschedule();
  }

  #onDirectoryChange(): void {
    const before = this.#unreadable;
    this.#unreadable = new Set(this.#ports.directory.rooms.filter(isUnreadable).map(({ id }) => id));
    if ([...this.#unreadable].some((id) => !before.has(id))) this.#scheduler.reset();
    else this.#scheduler.reschedule();
  }

  #temporary(): readonly string[] {
    return this.#ports.directory.rooms.filter(isTemporarilyUnreadable).map(({ id }) => id);
  }

  async #retry(): Promise<void> {
    const { directory, log } = this.#ports;
    try {
      await directory.retry(this.#temporary(), maxPages);
    } catch (error) {
      if (!isCancelled(error)) log.warn(`rooms: unreadable rooms were not retried (${errorName(error)})`);
      throw error;
    }
    if (this.#temporary().length > 0) throw new Error('rooms are still not readable');
  }
}
