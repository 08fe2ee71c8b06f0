import type { Clock } from '../base/clock.ts';
import { type Disposable, MutableDisposable } from '../base/disposable.ts';
import { CancelledError, throwIfAborted } from '../base/errors.ts';
import { maxRetryAfterMs } from '../base/scheduling/backOff.ts';

/** How many requests are sent at once while the service has refused none; browsers use the same limit. */
const maxConcurrent = 6;
/** After a 429 the limit is one request. It rises by one after each interval without a 429, or if the clock is set. */
const raiseAfterMs = 2000;
/** A longer request, such as an upload, was not rate limited and does not count against the limit. */
const longRequestMs = 2000;
/** The longest wait inside a request. Above it the request fails with the time. */
const maxRequestWaitMs = 5 * 60_000;
/** The wait after a 429 without Retry-After, and the minimum with one. It doubles with each further 429. */
const defaultWaitMs = 1000;
const minWaitMs = 250;
const maxDoubledWaitMs = 30_000;
/** The places of reads come after those of writes. */
const firstRead = 2 ** 50;

/** The right to send one request. */
export interface Slot {
  readonly startedMs: number;
  /** How often the gate had closed when the slot was granted. */
  readonly closings: number;
}

interface Waiter {
  readonly place: number;
  readonly admit: (slot: Slot | undefined) => void;
}

// decisions/0013
/**
 * Limits all requests of an account [A58] [A64]. After a 429 all requests wait. Then one probe is sent, and the limit
 * grows again with each success, so that a hundred waiting requests do not cause a hundred 429s. Writes pass before reads,
 * each in order of arrival, and a request that got a 429 keeps its place.
 */
export class RateGate {
  readonly #clock: Clock;
  readonly #onBlocked: (untilMs: number | undefined) => void;
  readonly #active = new Set<Slot>();
  readonly #waiting: Waiter[] = [];
  readonly #openTimer = new MutableDisposable<Disposable>();
  readonly #longRequestTimer = new MutableDisposable<Disposable>();
  #limit = maxConcurrent;
  #limitChangedMs = 0;
  #closings = 0;
  #consecutive429s = 0;
  #closedUntilMs: number | undefined;
  #arrivals = 0;

  /** @param onBlocked called with the end of the wait while requests are blocked, and with `undefined` otherwise */
  constructor(clock: Clock, onBlocked: (untilMs: number | undefined) => void) {
    this.#clock = clock;
    this.#onBlocked = onBlocked;
  }

  /** How long the gate stays closed, in milliseconds. */
  get closedMs(): number {
    return Math.max(0, (this.#closedUntilMs ?? 0) - this.#clock.now());
  }

  /**
   * The place of a new request in the order of the gate, which it keeps for all its tries. Requests that change something
   * go first: the user waits for them, and reads may be polls.
   */
  arrive(isWrite: boolean): number {
    this.#arrivals += 1;
    return isWrite ? this.#arrivals : firstRead + this.#arrivals;
  }

  /**
   * Waits for a slot. Rejects with `CancelledError` when the signal aborts.
   * @returns `undefined` if the gate is, or becomes, closed for longer than a request waits
   */
  acquire(place: number, signal?: AbortSignal): Promise<Slot | undefined> {
    throwIfAborted(signal);
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        this.#update();
        reject(new CancelledError());
      };
      const waiter: Waiter = {
        place,
        admit(slot) {
          signal?.removeEventListener('abort', onAbort);
          resolve(slot);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      const later = this.#waiting.findIndex((other) => place < other.place);
      this.#waiting.splice(later === -1 ? this.#waiting.length : later, 0, waiter);
      this.#update();
    });
  }

  /** Whether the gate has closed since a slot was granted, so that its request must not be sent any more. */
  isOutdated(slot: Slot): boolean {
    return slot.closings !== this.#closings;
  }

  /** Ends a request that failed, or got a response other than 429. */
  release(slot: Slot, wasAnswered: boolean): void {
    this.#active.delete(slot);
    const nowMs = this.#clock.now();
    if (wasAnswered && !this.isOutdated(slot)) {
      this.#consecutive429s = 0;
      if (this.#limit < maxConcurrent && Math.abs(nowMs - this.#limitChangedMs) >= raiseAfterMs) {
        this.#limit += 1;
        this.#limitChangedMs = nowMs;
      }
    }
    if (this.#waiting.length > 0) this.#update();
  }

  /**
   * Closes the gate after a 429.
   * @param requestedMs the wait that the service asks for, if it is readable
   * @returns the wait in milliseconds
   */
  close(slot: Slot, requestedMs: number | undefined): number {
    this.#active.delete(slot);
    // Requests that were active together get their 429s together: count these as one.
    if (!this.isOutdated(slot)) {
      this.#closings += 1;
      this.#consecutive429s += 1;
      this.#limit = 1;
    }
    const firstMs = requestedMs === undefined ? defaultWaitMs : minWaitMs;
    const doubledMs = firstMs * 2 ** Math.min(this.#consecutive429s - 1, 16);
    const appliedMs = Math.min(requestedMs ?? 0, maxRetryAfterMs);
    const waitMs = Math.max(appliedMs, Math.min(doubledMs, maxDoubledWaitMs));
    this.#closeUntil(this.#clock.now() + waitMs);
    return waitMs;
  }

  #closeUntil(untilMs: number): void {
    if (this.#closedUntilMs === undefined || untilMs > this.#closedUntilMs) {
      this.#closedUntilMs = untilMs;
      this.#openTimer.value = this.#clock.startTimer(untilMs - this.#clock.now(), () => {
        this.#closedUntilMs = undefined;
        this.#limitChangedMs = this.#clock.now();
        this.#update();
      });
    }
    this.#update();
  }

  #update(): void {
    if (!mayWait(this.closedMs)) for (const { admit } of this.#waiting.splice(0)) admit(undefined);
    // While the machine slept, the timer may have stood still.
    const isClosed = this.closedMs > 0;
    this.#onBlocked(isClosed && this.#waiting.length > 0 ? this.#closedUntilMs : undefined);
    if (isClosed) return;
    const nowMs = this.#clock.now();
    const startsMs = [...this.#active].map(({ startedMs }) => startedMs).filter((each) => isRecent(each, nowMs));
    while (startsMs.length < this.#limit) {
      const first = this.#waiting.shift();
      if (first === undefined) break;
      const slot = { startedMs: nowMs, closings: this.#closings };
      this.#active.add(slot);
      startsMs.push(nowMs);
      first.admit(slot);
    }
    this.#longRequestTimer.value =
      this.#waiting.length > 0
        ? this.#clock.startTimer(Math.min(...startsMs) + longRequestMs - nowMs, () => this.#update())
        : undefined;
  }
}

/** Whether a request may wait this long for the service. */
export function mayWait(waitMs: number): boolean {
  return waitMs <= maxRequestWaitMs;
}

/** After the clock was set back, a start lies in the future. Such a request counts no longer than any other. */
function isRecent(startedMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - startedMs) < longRequestMs;
}
