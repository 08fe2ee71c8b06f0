// Durations in milliseconds that depend on each other.

/** One call of the service's token endpoint, until its whole answer has arrived. */
export const upstreamTimeoutMs = 10_000;

/** Until the head, the body, and the whole of a request have arrived. */
export const headersTimeoutMs = 10_000;
export const bodyTimeoutMs = 10_000;
export const requestTimeoutMs = 15_000;

/** One command to Redis. */
export const redisCommandTimeoutMs = 3_000;

/**
 * How long a replica owns a piece of work. From the moment Redis sets the lock: its reply, one look for an answer, the
 * upstream call, and storing the answer; the rest is for a busy event loop. A lock that ends earlier lets a second
 * replica use the same refresh token, and a service that rotates them then ends the session.
 */
export const lockLifetimeMs: number = upstreamTimeoutMs + 3 * redisCommandTimeoutMs + 3_000;

/** At the end of the process: an upstream call, then storing its answer and the unlock. A refresh cut short could end a session. */
export const shutdownGraceMs: number = upstreamTimeoutMs + 2 * redisCommandTimeoutMs + 1_000;
