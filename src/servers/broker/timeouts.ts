// Durations in milliseconds that depend on each other.

/** One call of the token endpoint of the service, until the whole response has arrived. */
export const upstreamTimeoutMs = 10_000;

/** Until the headers, the body, and the whole of a request have arrived. */
export const headersTimeoutMs = 10_000;
export const bodyTimeoutMs = 10_000;
export const requestTimeoutMs = 15_000;

/** One command to Redis, and one attempt to connect. */
export const redisCommandTimeoutMs = 3_000;

/** Storing the result of an upstream call: the command, the next connection, and the command again. */
const storeTimeoutMs = 3 * redisCommandTimeoutMs;

/**
 * How long a replica owns the lock for its work. From the moment Redis sets the lock: its reply, one lookup, the upstream
 * call, and storing the result, plus a reserve for a busy event loop. If the lock expired earlier, a second replica would
 * use the same refresh token, and a service that rotates them would end the session.
 */
export const lockLifetimeMs: number = 2 * redisCommandTimeoutMs + upstreamTimeoutMs + storeTimeoutMs + 3_000;

/**
 * At shutdown: the rest of a request, three lookups, an upstream call, then storing its result. An interrupted refresh could
 * end a session. A process without requests ends at once.
 */
export const shutdownGraceMs: number =
  requestTimeoutMs + 3 * redisCommandTimeoutMs + upstreamTimeoutMs + storeTimeoutMs + 1_000;
