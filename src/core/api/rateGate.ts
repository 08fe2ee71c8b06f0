import type { Clock } from '../base/clock.ts';
import { type Disposable, MutableDisposable } from '../base/disposable.ts';
import { CancelledError, throwIfAborted } from '../base/errors.ts';
import { maxHeldWaitMs, maxObeyedWaitMs } from './retryAfter.ts';

/** So many requests are on their way at once while the service has refused none; as many as browsers allow themselves. */
const fullWidth = 6;
/** After a refusal one is let through at a time; so long must pass without another until one more is. */
const widenAfterMs = 2000;
/** One on its way for so long (an upload) was not refused at the door and keeps nobody else waiting. */
const longOnTheWayMs = 2000;
/** The wait after a 429 that does not say, and the least after one that says "0"; doubled while refusals go on. */
const unsaidWaitMs = 1000;
const leastWaitMs = 250;
const maxDoubledWaitMs = 30_000;

/** The right to send one request. */
export interface Ticket {
  readonly startedMs: number;
  /** How often the gate had been closed when it was given out. */
  readonly closings: number;
}

interface Waiter {
  readonly place: number;
  readonly admit: (ticket: Ticket | undefined) => void;
}

/**
 * Limits all requests to a service [A58] [A64]. After a 429 all requests wait. Then one probe is sent, and the limit
 * grows again with each success, so that a hundred waiting requests do not become a hundred refusals. Requests pass in
 * order of arrival, and a refused one keeps its place.
 */
export class RateGate {
  readonly #clock: Clock;
  readonly #onHold: (untilMs: number | undefined) => void;
  readonly #onTheWay = new Set<Ticket>();
  readonly #waiting: Waiter[] = [];
  readonly #openTimer = new MutableDisposable<Disposable>();
  readonly #patienceTimer = new MutableDisposable<Disposable>();
  #width = fullWidth;
  #widenedMs = 0;
  #closings = 0;
  #refusals = 0;
  #closedUntilMs: number | undefined;
  #places = 0;

  /** @param onHold told until when requests are held back, and `undefined` when none is */
  constructor(clock: Clock, onHold: (untilMs: number | undefined) => void) {
    this.#clock = clock;
    this.#onHold = onHold;
  }

  /** A place in the order of arrival, to be kept through all tries of a request. */
  takePlace(): number {
    this.#places += 1;
    return this.#places;
  }

  /** How long the gate stays closed, when that is longer than a request waits; else `undefined`. */
  get blockedMs(): number | undefined {
    const leftMs = (this.#closedUntilMs ?? 0) - this.#clock.now();
    return leftMs > maxHeldWaitMs ? leftMs : undefined;
  }

  /** A ticket when the gate is open and nobody waits. */
  tryEnter(): Ticket | undefined {
    const nowMs = this.#clock.now();
    const isFree =
      this.#closedUntilMs === undefined && this.#waiting.length === 0 && this.#countOnTheWay(nowMs) < this.#width;
    return isFree ? this.#giveTicket(nowMs) : undefined;
  }

  /**
   * Waits for a ticket; rejects with `CancelledError` when the signal aborts.
   * @returns `undefined` when the gate closes for longer than a request waits
   */
  enter(place: number, signal?: AbortSignal): Promise<Ticket | undefined> {
    throwIfAborted(signal);
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        this.#update();
        reject(new CancelledError());
      };
      const waiter: Waiter = {
        place,
        admit(ticket) {
          signal?.removeEventListener('abort', onAbort);
          resolve(ticket);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      const later = this.#waiting.findIndex((other) => other.place > place);
      this.#waiting.splice(later === -1 ? this.#waiting.length : later, 0, waiter);
      this.#update();
    });
  }

  /** The request was answered, but not refused, or it failed. */
  leave(ticket: Ticket, wasAnswered: boolean): void {
    this.#onTheWay.delete(ticket);
    const nowMs = this.#clock.now();
    if (wasAnswered && ticket.closings === this.#closings) {
      this.#refusals = 0;
      if (this.#width < fullWidth && nowMs - this.#widenedMs >= widenAfterMs) this.#widen(nowMs);
    }
    if (this.#waiting.length > 0) this.#update();
  }

  /**
   * The request was answered with 429: closes the gate.
   * @param toldMs what the service asks to wait, when it says so understandably
   * @returns the wait in milliseconds
   */
  refuse(ticket: Ticket, toldMs: number | undefined): number {
    this.#onTheWay.delete(ticket);
    // Those that were on their way together are refused together: that is one refusal, not many.
    if (ticket.closings === this.#closings) {
      this.#closings += 1;
      this.#refusals += 1;
      this.#width = 1;
    }
    const doubled = (toldMs === undefined ? unsaidWaitMs : leastWaitMs) * 2 ** Math.min(this.#refusals - 1, 16);
    // An absurd wait is shown where the request fails; the next one tries again soon.
    const obeyedMs = toldMs === undefined || toldMs > maxObeyedWaitMs ? 0 : toldMs;
    const waitMs = Math.max(obeyedMs, Math.min(doubled, maxDoubledWaitMs));
    this.#close(this.#clock.now() + waitMs);
    return waitMs;
  }

  #close(untilMs: number): void {
    if (this.#closedUntilMs === undefined || untilMs > this.#closedUntilMs) {
      this.#closedUntilMs = untilMs;
      this.#openTimer.value = this.#clock.startTimer(untilMs - this.#clock.now(), () => {
        this.#closedUntilMs = undefined;
        this.#widenedMs = this.#clock.now();
        this.#update();
      });
    }
    this.#update();
  }

  #widen(nowMs: number): void {
    this.#width += 1;
    this.#widenedMs = nowMs;
  }

  #update(): void {
    const untilMs = this.#closedUntilMs;
    if (this.blockedMs !== undefined) for (const { admit } of this.#waiting.splice(0)) admit(undefined);
    this.#onHold(this.#waiting.length > 0 ? untilMs : undefined);
    if (untilMs !== undefined) return;
    const nowMs = this.#clock.now();
    while (this.#countOnTheWay(nowMs) < this.#width) {
      const first = this.#waiting.shift();
      if (first === undefined) break;
      first.admit(this.#giveTicket(nowMs));
    }
    this.#watchPatience(nowMs);
  }

  #watchPatience(nowMs: number): void {
    let firstMs = Number.POSITIVE_INFINITY;
    for (const { startedMs } of this.#onTheWay) if (isRecent(startedMs, nowMs)) firstMs = Math.min(firstMs, startedMs);
    const isNeeded = this.#waiting.length > 0 && firstMs !== Number.POSITIVE_INFINITY;
    this.#patienceTimer.value = isNeeded
      ? this.#clock.startTimer(firstMs + longOnTheWayMs - nowMs, () => this.#update())
      : undefined;
  }

  #giveTicket(nowMs: number): Ticket {
    const ticket = { startedMs: nowMs, closings: this.#closings };
    this.#onTheWay.add(ticket);
    return ticket;
  }

  #countOnTheWay(nowMs: number): number {
    let count = 0;
    for (const { startedMs } of this.#onTheWay) if (isRecent(startedMs, nowMs)) count += 1;
    return count;
  }
}

/** A clock set back makes a start lie in the future: that one counts, but only for as long as any other. */
function isRecent(startedMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - startedMs) < longOnTheWayMs;
}
