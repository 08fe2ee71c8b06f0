import type { Clock } from '../base/clock.ts';
import { type Disposable, MutableDisposable } from '../base/disposable.ts';
import { CancelledError, throwIfAborted } from '../base/errors.ts';
import { maxRequestWaitMs, maxRetryAfterMs } from './retryAfter.ts';

/** So many requests are on their way at once while the service has refused none; as many as browsers allow themselves. */
const maxConcurrent = 6;
/** After a refusal one is let through at a time; so long must pass without another until one more is. */
const raiseAfterMs = 2000;
/** One on its way for so long (an upload) was not refused at the door and keeps nobody else waiting. */
const longRequestMs = 2000;
/** The wait after a 429 that does not say, and the least after one that says "0"; doubled while refusals go on. */
const defaultWaitMs = 1000;
const minWaitMs = 250;
const maxDoubledWaitMs = 30_000;

/** The right to send one request. */
export interface Slot {
  readonly startedMs: number;
  /** How often the gate had been closed when it was given out. */
  readonly closings: number;
}

interface Waiter {
  readonly order: number;
  readonly admit: (ticket: Slot | undefined) => void;
}

/**
 * Limits all requests to a service [A58] [A64]. After a 429 all requests wait. Then one probe is sent, and the limit
 * grows again with each success, so that a hundred waiting requests do not become a hundred refusals. Requests pass in
 * order of arrival, and a refused one keeps its place.
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
  #refusals = 0;
  #closedUntilMs: number | undefined;
  #lastOrder = 0;

  /** @param onHold told until when requests are held back, and `undefined` when none is */
  constructor(clock: Clock, onHold: (untilMs: number | undefined) => void) {
    this.#clock = clock;
    this.#onBlocked = onHold;
  }

  /** A place in the order of arrival, to be kept through all tries of a request. */
  nextOrder(): number {
    this.#lastOrder += 1;
    return this.#lastOrder;
  }

  /** How long the gate stays closed, when that is longer than a request waits; else `undefined`. */
  get blockedMs(): number | undefined {
    const leftMs = (this.#closedUntilMs ?? 0) - this.#clock.now();
    return leftMs > maxRequestWaitMs ? leftMs : undefined;
  }

  /** A ticket when the gate is open and nobody waits. */
  tryAcquire(): Slot | undefined {
    const nowMs = this.#clock.now();
    const isFree =
      this.#closedUntilMs === undefined && this.#waiting.length === 0 && this.#countActive(nowMs) < this.#limit;
    return isFree ? this.#grantSlot(nowMs) : undefined;
  }

  /**
   * Waits for a ticket; rejects with `CancelledError` when the signal aborts.
   * @returns `undefined` when the gate closes for longer than a request waits
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
        order: place,
        admit(ticket) {
          signal?.removeEventListener('abort', onAbort);
          resolve(ticket);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      const later = this.#waiting.findIndex((other) => other.order > place);
      this.#waiting.splice(later === -1 ? this.#waiting.length : later, 0, waiter);
      this.#update();
    });
  }

  /** The request was answered, but not refused, or it failed. */
  release(ticket: Slot, wasAnswered: boolean): void {
    this.#active.delete(ticket);
    const nowMs = this.#clock.now();
    if (wasAnswered && ticket.closings === this.#closings) {
      this.#refusals = 0;
      if (this.#limit < maxConcurrent && nowMs - this.#limitChangedMs >= raiseAfterMs) this.#raiseLimit(nowMs);
    }
    if (this.#waiting.length > 0) this.#update();
  }

  /**
   * The request was answered with 429: closes the gate.
   * @param toldMs what the service asks to wait, when it says so understandably
   * @returns the wait in milliseconds
   */
  onRateLimited(ticket: Slot, toldMs: number | undefined): number {
    this.#active.delete(ticket);
    // Those that were on their way together are refused together: that is one refusal, not many.
    if (ticket.closings === this.#closings) {
      this.#closings += 1;
      this.#refusals += 1;
      this.#limit = 1;
    }
    const doubled = (toldMs === undefined ? defaultWaitMs : minWaitMs) * 2 ** Math.min(this.#refusals - 1, 16);
    // An absurd wait is shown where the request fails; the next one tries again soon.
    const obeyedMs = toldMs === undefined || toldMs > maxRetryAfterMs ? 0 : toldMs;
    const waitMs = Math.max(obeyedMs, Math.min(doubled, maxDoubledWaitMs));
    this.#close(this.#clock.now() + waitMs);
    return waitMs;
  }

  #close(untilMs: number): void {
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

  #raiseLimit(nowMs: number): void {
    this.#limit += 1;
    this.#limitChangedMs = nowMs;
  }

  #update(): void {
    const untilMs = this.#closedUntilMs;
    if (this.blockedMs !== undefined) for (const { admit } of this.#waiting.splice(0)) admit(undefined);
    this.#onBlocked(this.#waiting.length > 0 ? untilMs : undefined);
    if (untilMs !== undefined) return;
    const nowMs = this.#clock.now();
    while (this.#countActive(nowMs) < this.#limit) {
      const first = this.#waiting.shift();
      if (first === undefined) break;
      first.admit(this.#grantSlot(nowMs));
    }
    this.#watchLongRequests(nowMs);
  }

  #watchLongRequests(nowMs: number): void {
    let firstMs = Number.POSITIVE_INFINITY;
    for (const { startedMs } of this.#active) if (isRecent(startedMs, nowMs)) firstMs = Math.min(firstMs, startedMs);
    const isNeeded = this.#waiting.length > 0 && firstMs !== Number.POSITIVE_INFINITY;
    this.#longRequestTimer.value = isNeeded
      ? this.#clock.startTimer(firstMs + longRequestMs - nowMs, () => this.#update())
      : undefined;
  }

  #grantSlot(nowMs: number): Slot {
    const ticket = { startedMs: nowMs, closings: this.#closings };
    this.#active.add(ticket);
    return ticket;
  }

  #countActive(nowMs: number): number {
    let count = 0;
    for (const { startedMs } of this.#active) if (isRecent(startedMs, nowMs)) count += 1;
    return count;
  }
}

/** A clock set back makes a start lie in the future: that one counts, but only for as long as any other. */
function isRecent(startedMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - startedMs) < longRequestMs;
}
