/** A header that asks for more is broken, or means never: it is obeyed for a day. */
const maxWaitS = 24 * 3600;
const shapeOfSeconds = /^\d{1,15}(?:\.\d+)?$/;
/** An HTTP-date of RFC 9110; `Date.parse` alone makes a date of almost anything. */
const shapeOfDate = /^[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/;

/**
 * How long a `Retry-After` header asks to wait (RFC 9110 section 10.2.3), as seconds or as a date.
 * @param nowMs what a date is compared with
 * @returns whole seconds from 1 to a day; `undefined` when it is missing or cannot be understood
 */
export function retryAfterSeconds(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  const isDate = shapeOfDate.test(text);
  if (!isDate && !shapeOfSeconds.test(text)) return undefined;
  const seconds = isDate ? (Date.parse(text) - nowMs) / 1000 : Number(text);
  return Number.isNaN(seconds) ? undefined : Math.min(maxWaitS, Math.max(1, Math.ceil(seconds)));
}

/** The service may mean one person only: the others wait this long at most before one of them asks again. */
const maxPauseS = 60;

/** No request to the service after one that it answered with `Retry-After`, for any installation. */
export interface UpstreamPause {
  /** Whole seconds, at least 1; `undefined` when requests may be made. */
  leftS(): number | undefined;
  begin(seconds: number): void;
}

/** @param monotonicNow milliseconds of a clock that is never set */
export function createUpstreamPause(monotonicNow: () => number): UpstreamPause {
  let endsAtMs = Number.NEGATIVE_INFINITY;
  return {
    leftS() {
      const leftMs = endsAtMs - monotonicNow();
      return leftMs > 0 ? Math.ceil(leftMs / 1000) : undefined;
    },
    begin(seconds) {
      endsAtMs = Math.max(endsAtMs, monotonicNow() + Math.min(seconds, maxPauseS) * 1000);
    },
  };
}
