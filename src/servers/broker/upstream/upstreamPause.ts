/** A longer wait is an error, or means never. It is limited to a day. */
const maxWaitS = 24 * 3600;
const secondsPattern = /^\d{1,15}(?:\.\d+)?$/;
/** An HTTP-date of RFC 9110. `Date.parse` alone accepts almost anything. */
const datePattern = /^[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/;

/**
 * The wait of a `Retry-After` header (RFC 9110 section 10.2.3), given as seconds or as a date.
 * @param nowMs the time that a date is compared with
 * @returns whole seconds from 1 to a day; `undefined` when it is missing or invalid
 */
export function retryAfterSeconds(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  const isDate = datePattern.test(text);
  if (!isDate && !secondsPattern.test(text)) return undefined;
  const seconds = isDate ? (Date.parse(text) - nowMs) / 1000 : Number(text);
  return Number.isNaN(seconds) ? undefined : Math.min(maxWaitS, Math.max(1, Math.ceil(seconds)));
}

/** The service may mean a single user. After this time at most, another request is sent. */
const maxPauseS = 60;

/** After a response with `Retry-After`, no request is sent to the service, for any installation. */
export interface UpstreamPause {
  /** Whole seconds, at least 1; `undefined` when requests are allowed. */
  leftS(): number | undefined;
  begin(seconds: number): void;
}

/** @param monotonicNow milliseconds of a monotonic clock */
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
