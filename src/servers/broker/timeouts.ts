// Durations in milliseconds that depend on each other.

/** One call of the token endpoint of the service, until the whole response has arrived. */
export const upstreamTimeoutMs = 10_000;

/** Until the headers, the body, and the whole of a request have arrived. */
export const headersTimeoutMs = 10_000;
export const bodyTimeoutMs = 10_000;
export const requestTimeoutMs = 15_000;

/** One command to Redis. */
export const redisCommandTimeoutMs = 3_000;

/**
 * How long a replica owns the lock for its work. From the moment Redis sets the lock: its reply, one lookup, the upstream
 * call, and storing the result, plus a reserve for a busy event loop. If the lock expired earlier, a second replica would
 * use the same refresh token, and a service that rotates them would end the session.
 */
export const lockLifetimeMs: number = upstreamTimeoutMs + 3 * redisCommandTimeoutMs + 3_000;

/** At shutdown: an upstream call, then storing its result and the unlock. An interrupted refresh could end a session. */
export const shutdownGraceMs: number = upstreamTimeoutMs + 2 * redisCommandTimeoutMs + 1_000;
