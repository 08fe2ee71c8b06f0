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
