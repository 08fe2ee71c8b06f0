import type { RetryWait } from '../api/waitTracker.ts';
import type { Clock } from '../base/clock.ts';
import { Owner } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { AccountRooms } from '../rooms/accountRooms.ts';
import { failureOf } from './shareFailure.ts';
import type { ShareRecord, SharesSnapshot } from './shareRecord.ts';
import { canUndo, isUnconfirmed, requiresUserAction } from './shareState.ts';

interface SharesStatusPorts {
  readonly outbox: {
    readonly snapshot: SharesSnapshot;
    /** When the queue retries automatically for an account; `undefined` if nothing is scheduled. */
    nextTryMs(accountId: string): number | undefined;
    readonly onDidChange: Event<void>;
  };
  /** Fires when requests wait for the service. See `ServiceConnection`. */
  readonly onDidWait: Event<RetryWait | undefined>;
  /** The failures that the user has looked at, for all windows. */
  readonly seen: { read(): readonly string[]; write(failures: readonly string[]): Promise<void> };
  readonly clock: Clock;
  /** The account in use. */
  readonly rooms: Pick<AccountRooms, 'accountId' | 'onDidChangeAccount'>;
}

/** What the rows of shares and the status bar show: the number of shares, and when each is tried again. */
export class SharesStatus extends Owner {
  readonly #ports: SharesStatusPorts;
  readonly #changes = this.own(new Emitter<void>());
  #wait: RetryWait | undefined;

  /** Fires after every change of the shares, of their wait for the rate limit, and of the account in use. */
  readonly onDidChange = this.#changes.event;

  constructor(ports: SharesStatusPorts) {
    super();
    this.#ports = ports;
    this.own(ports.outbox.onDidChange(() => this.#changes.fire()));
    this.own(ports.rooms.onDidChangeAccount(() => this.#changes.fire()));
    this.own(
      ports.onDidWait((wait) => {
        this.#wait = wait;
        this.#changes.fire();
      }),
    );
  }

  /** Whether there are shares; how many of the account in use are queued, need the user, or failed without a look at them. */
  get counts() {
    const { outbox, clock, seen } = this.#ports;
    const { shares, unreadable } = outbox.snapshot;
    const seenFailures = seen.read();
    const open = this.#own.filter(({ state }) => state === 'queued' || state === 'unknown');
    const unconfirmedCount = open.filter((record) => requiresUserAction(record, clock.now())).length;
    return {
      hasShares: shares.length + unreadable.length > 0,
      queuedCount: open.length - unconfirmedCount,
      unconfirmedCount,
      unseenFailureCount: failuresOf(this.#own).filter((failure) => !seenFailures.includes(failure)).length,
    };
  }

  /** The user has looked at these shares, or at all of them. */
  async markFailuresSeen(shareIds?: readonly string[]): Promise<void> {
    const { seen } = this.#ports;
    const known = seen.read();
    const isSeen = (failure: string): boolean => shareIds === undefined || shareIds.includes(shareIdOf(failure));
    // Those of shares that have not failed any more are dropped.
    const next = failuresOf(this.#ports.outbox.snapshot.shares).filter(
      (failure) => known.includes(failure) || isSeen(failure),
    );
    if (next.every((failure) => known.includes(failure))) return;
    await seen.write(next);
    this.#changes.fire();
  }

  /** Those of the account in use; without one, all. */
  get #own(): readonly ShareRecord[] {
    const { outbox, rooms } = this.#ports;
    const { accountId } = rooms;
    return outbox.snapshot.shares.filter((share) => accountId === undefined || share.accountId === accountId);
  }

  /** Time of the next automatic try of a share, if known. */
  nextTryMs({ accountId, state, reason, notBeforeMs = 0 }: ShareRecord): number | undefined {
    if (state !== 'queued' || reason?.kind === 'sign-in-required') return undefined;
    // It has not been sent yet: it waits for the rate limit, or for older shares of its room.
    if (reason === undefined) return this.#wait?.reason === 'rate-limited' ? this.#wait.untilMs : undefined;
    return Math.max(notBeforeMs, this.#ports.outbox.nextTryMs(accountId) ?? 0);
  }
}

/** A share that fails again has a new failure. */
function failuresOf(shares: readonly ShareRecord[]): readonly string[] {
  return shares.flatMap(({ id, state, endedMs = 0 }) => (state === 'failed' ? `${endedMs} ${id}` : []));
}

function shareIdOf(failure: string): string {
  return failure.slice(failure.indexOf(' ') + 1);
}

/** What a user can do with a share, by the names in the `when` clauses of the menus. */
export type ShareAction = 'retry' | 'sendToRoom' | 'markSent' | 'undo' | 'edit' | 'copy' | 'open' | 'read';

/** What the actions depend on besides the share itself. */
export interface ShareFacts {
  readonly nowMs: number;
  /** Time of the next automatic try, if known. */
  readonly untilMs?: number | undefined;
  /** Whether the share belongs to another account than the one in use. */
  readonly isOfOtherAccount?: boolean;
}

/** What the user can do with a share now. Rows, notifications and commands offer nothing else. */
export function actionsOf(
  record: ShareRecord,
  { nowMs, untilMs = nowMs, isOfOtherAccount = false }: ShareFacts,
): readonly ShareAction[] {
  const { state, content, origin, reason, roomId } = record;
  // A share is not sent earlier than the service allows. One without a reason waits for its first turn.
  const isRateLimited = (reason === undefined || reason.kind === 'rate-limited') && untilMs > nowMs;
  const canHurry = requiresUserAction(record, nowMs) || (state === 'queued' && !isRateLimited);
  const next = failureOf(record)?.next;
  const can: Readonly<Record<ShareAction, boolean>> = {
    retry: next === undefined ? canHurry : next === 'retry',
    sendToRoom: next === 'sendToRoom',
    markSent: isUnconfirmed(record),
    undo: canUndo(record),
    // The origin of lines has a line; that of a file, which cannot be edited, does not.
    edit: canUndo(record) && !isOfOtherAccount && (origin === undefined || origin.line !== undefined),
    copy: content?.kind === 'text',
    open: origin !== undefined,
    // The active account may not be a member of the other account's room.
    read: !isOfOtherAccount && roomId !== '',
  };
  return (Object.keys(can) as ShareAction[]).filter((action) => can[action]);
}

/** After this time the user may not know which share was the last. */
const freshMs = 60_000;

/** The last share that this account sent and that can be deleted from its room. */
export function newestUndoable(shares: readonly ShareRecord[], accountId: string | undefined): ShareRecord | undefined {
  const own = shares.filter((share) => share.accountId === accountId && canUndo(share));
  return own.sort((one, other) => sentMs(one) - sentMs(other)).at(-1);
}

/** Whether a share was sent within the last minute. */
export function isJustSent(share: ShareRecord, nowMs: number): boolean {
  const agoMs = nowMs - sentMs(share);
  return agoMs >= 0 && agoMs <= freshMs;
}

function sentMs({ endedMs, createdMs }: ShareRecord): number {
  return endedMs ?? createdMs;
}

/** Shares as a list shows them: failed ones first, then those that need the user, then the others; each newest first. */
export function listedShares(shares: readonly ShareRecord[], nowMs: number): readonly ShareRecord[] {
  const rank = (share: ShareRecord): number =>
    share.state === 'failed' ? 0 : requiresUserAction(share, nowMs) ? 1 : 2;
  return shares.toReversed().sort((one, other) => rank(one) - rank(other));
}
