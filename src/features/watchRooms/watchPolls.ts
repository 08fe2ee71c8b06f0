import { window } from 'vscode';
import type { Page } from '../../core/api/listPages.ts';
import type { Room } from '../../core/api/resources.ts';
import { followActive } from '../../core/auth/activeAccount.ts';
import { Owner, toDisposable } from '../../core/base/disposable.ts';
import { isCancelled } from '../../core/base/errors.ts';
import { SerialQueue } from '../../core/base/scheduling/concurrency.ts';
import { NewerRecordError } from '../../core/base/storage/storedRecord.ts';
import type { Services } from '../../host/services.ts';
import type { RoomWatcher } from './model/roomWatcher.ts';
import type { WatchNotices } from './watchNotices.ts';

export interface WatchPollsPorts
  extends Pick<Services, 'active' | 'connection' | 'directory' | 'errors' | 'poller' | 'log'> {
  readonly watcher: Pick<RoomWatcher, 'check' | 'isWatching'>;
  readonly notices: Pick<WatchNotices, 'forget' | 'show' | 'showRefused'>;
}

/** Checks for new messages after each first page that this window reads, and tells the poller whether any room is watched. */
export class WatchPolls extends Owner {
  readonly #ports: WatchPollsPorts;
  #abort = new AbortController();
  #accountId: string | undefined;
  #page: Page<Room> | undefined;
  readonly #checks = new SerialQueue();
  #hasToldNewer = false;

  constructor(ports: WatchPollsPorts) {
    super();
    this.#ports = ports;
    const { active, directory } = ports;
    this.own(
      directory.onDidReadFirstPage((page) => {
        this.#page = page;
        // One check at a time, and then only the latest page that has arrived in the meantime.
        void this.#checks.run(async () => {
          if (page === this.#page) await this.#check(page);
        });
      }),
    );
    this.own(followActive(active, (account) => this.#follow(account?.id)));
    // Another window may have changed the watched rooms.
    this.own(window.onDidChangeWindowState(() => void this.refresh()));
    this.own(toDisposable(() => this.#abort.abort()));
  }

  /** Updates the poller: it polls in the background only if a room is watched. */
  async refresh(): Promise<void> {
    const { watcher, poller } = this.#ports;
    const accountId = this.#accountId;
    try {
      const isWatching = accountId !== undefined && (await watcher.isWatching(accountId));
      if (accountId === this.#accountId) poller.setOptions({ isWatching });
    } catch (error) {
      this.#fail('watch: the watched rooms could not be read', error);
    }
  }

  #follow(accountId: string | undefined): void {
    if (accountId === this.#accountId) return;
    this.#accountId = accountId;
    this.#page = undefined;
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#ports.notices.forget();
    void this.refresh();
  }

  async #check(page: Page<Room>): Promise<void> {
    const { connection, watcher, notices } = this.#ports;
    const { signal } = this.#abort;
    try {
      const session = await connection.session();
      if (session === undefined || session.account.id !== this.#accountId) return;
      const { messages, refusedRoomIds } = await watcher.check(session, page, signal);
      if (signal.aborted) return;
      notices.show(session.account.id, messages);
      if (refusedRoomIds.length > 0) notices.showRefused(refusedRoomIds);
      await this.refresh();
    } catch (error) {
      if (!isCancelled(error)) this.#fail('watch: checking for new messages failed', error);
    }
  }

  /** A background failure is in the log only. But the user has to know why notifications have ended. */
  #fail(what: string, error: unknown): void {
    const { errors, log } = this.#ports;
    if (!(error instanceof NewerRecordError)) log.error(what, error);
    else if (!this.#hasToldNewer) {
      this.#hasToldNewer = true;
      void errors.report(error);
    }
  }
}
