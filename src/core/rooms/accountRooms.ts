import type { Page } from '../api/listPages.ts';
import type { Room } from '../api/resources.ts';
import type { Account } from '../auth/account.ts';
import type { AccountStore } from '../auth/accountStore.ts';
import { type ActiveAccount, followActive } from '../auth/activeAccount.ts';
import type { Clock } from '../base/clock.ts';
import { Owner } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import type { DirectEmails } from './directEmails.ts';
import type { RoomCache } from './roomCache.ts';
import type { RoomDirectory } from './roomDirectory.ts';
import type { NotedShare, RoomMarks } from './roomMarks.ts';

export interface AccountRoomsPorts {
  readonly accounts: Pick<AccountStore, 'list' | 'onDidChange'>;
  readonly active: Pick<ActiveAccount, 'get' | 'onDidChange'>;
  readonly directory: RoomDirectory;
  readonly marks: RoomMarks;
  readonly cache: RoomCache;
  readonly emails: Pick<DirectEmails, 'clear'>;
  readonly clock: Clock;
}

/** A new room is among the newest. */
const maxPagesForNewRoom = 3;
const maxPagesForRefusal = 10;

/** Binds the room directory and the marks to the active account, and caches its rooms between sessions. */
export class AccountRooms extends Owner {
  readonly #ports: AccountRoomsPorts;
  readonly #changes = this.own(new Emitter<Account | undefined>());
  #activeId: string | undefined;
  #accountId: string | undefined;
  /** When rooms were listed last, by the clock of the service; 0 when not known. */
  #listedMs = 0;

  /** Fires after the directory switched to the active account, and on each change of that account. */
  readonly onDidChangeAccount = this.#changes.event;

  constructor(ports: AccountRoomsPorts) {
    super();
    this.#ports = ports;
    const { accounts, active, directory } = ports;
    this.own(directory.onDidChangeRooms(() => this.#saveRooms()));
    this.own(directory.onDidReadFirstPage((page) => this.#noteListing(page)));
    this.own(accounts.onDidChange(() => void this.#deleteOtherAccounts()));
    this.own(followActive(active, (account) => void this.#onActiveAccount(account)));
  }

  get isSignedIn(): boolean {
    return this.#activeId !== undefined;
  }

  /** The account whose rooms the directory holds; `undefined` while they load and when no account is signed in. */
  get accountId(): string | undefined {
    return this.#accountId;
  }

  /**
   * Records a message that an account has posted from here. A room that is not listed yet, because a message to a person
   * has just created it, is read. Rejects with the error of that request.
   */
  async noteShare(accountId: string, share: NotedShare): Promise<void> {
    const { directory, marks } = this.#ports;
    const { roomId, atMs } = share;
    // The service may not say which room the message to a person is in. A queued share may be that of another account.
    if (roomId === '' || accountId !== this.#activeId) return;
    // Read first: otherwise the room would be unread for a moment.
    const noted = marks.noteShare(share);
    directory.noteActivity(roomId, atMs);
    await noted;
    const isListed = directory.snapshot.status === 'idle' || directory.find(roomId) !== undefined;
    if (!isListed) await directory.retry([roomId], maxPagesForNewRoom);
  }

  /**
   * Lists a room again to which the service refused a message, and removes it if it is gone. A room of 403 may still be
   * listed further back. Rejects with the error of that request.
   */
  async recheck(refusal: {
    readonly accountId: string;
    readonly roomId: string;
    readonly isMissing: boolean;
  }): Promise<void> {
    const { accountId, roomId, isMissing } = refusal;
    const { directory } = this.#ports;
    if (accountId !== this.#activeId || directory.find(roomId) === undefined) return;
    await directory.recheck(roomId, maxPagesForRefusal, isMissing);
  }

  /** Marks all activity that was listed as read. The local clock may be ahead of that of the service. */
  async markAllRead(): Promise<void> {
    const { marks, directory, clock } = this.#ports;
    const newestMs = directory.newestActivityMs(Math.max(this.#listedMs, clock.now()));
    await marks.markAllRead(Math.max(this.#listedMs, newestMs) || clock.now());
  }

  /** A refreshed token does not change the account or its rooms. */
  async #onActiveAccount(account: Account | undefined): Promise<void> {
    if (account?.id !== this.#activeId) await this.#switchAccount(account);
    // While the rooms still load, the call that loads them fires the event.
    const isFollowed = this.#activeId === account?.id && this.#accountId === account?.id;
    if (isFollowed) this.#changes.fire(account);
  }

  async #switchAccount(account: Account | undefined): Promise<void> {
    const { cache, directory, emails, marks } = this.#ports;
    this.#activeId = account?.id;
    this.#accountId = undefined;
    this.#listedMs = 0;
    directory.clear();
    emails.clear();
    marks.switchAccount(account?.id);
    await this.#deleteOtherAccounts();
    if (account === undefined) return;
    const rooms = await cache.load(account.id);
    if (this.#activeId !== account.id) return;
    this.#accountId = account.id;
    // Newer ones may be known by now.
    if (directory.snapshot.status === 'idle' && directory.size === 0 && rooms.length > 0) directory.mergeStored(rooms);
  }

  /** When rooms are listed for the first time, all of them count as read. */
  #noteListing({ serverTimeMs = 0 }: Page<Room>): void {
    const { marks } = this.#ports;
    this.#listedMs = serverTimeMs;
    if (marks.record.readUntilMs > 0) return;
    // Another window may have listed the rooms first.
    marks.reload();
    if (marks.record.readUntilMs === 0) void this.markAllRead();
  }

  /** Deletes the cached rooms of signed-out accounts. */
  async #deleteOtherAccounts(): Promise<void> {
    const all = await this.#ports.accounts.list();
    await this.#ports.cache.keepOnly(all.map(({ id }) => id));
  }

  #saveRooms(): void {
    const { cache, directory } = this.#ports;
    const isFromService = directory.snapshot.status !== 'idle';
    const roomsOf = (accountId: string) => (accountId === this.#accountId ? directory.sorted('activity') : undefined);
    if (this.#accountId !== undefined && isFromService) cache.saveSoon(this.#accountId, roomsOf);
  }
}
