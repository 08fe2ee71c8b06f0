/** The log of the broker. Its entries never contain a query, a body, a header, a secret or a token. */
export type BrokerLog = ReturnType<typeof createBrokerLog>;

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Writes one JSON object per line. */
export function createBrokerLog(write: (line: string) => void, now: () => number) {
  const put = (fields: object) => write(JSON.stringify({ at: new Date(now()).toISOString(), ...fields }));
  return {
    /** A request that was answered. */
    request(facts: { method: string; path: string; status: number; tookMs: number; requestId: string }): void {
      put({ ...facts, method: methods.has(facts.method) ? facts.method : 'other' });
    },
    /** An event for the operator. `what` is a constant sentence. Only the kind of a cause is logged. */
    problem(what: string, requestId: string, cause?: unknown): void {
      put({ problem: what, requestId, ...(cause === undefined ? {} : { cause: kindOf(cause) }) });
    },
  };
}

/** The kind and origin of an error. Its message is left out, because it may repeat the request. */
function kindOf(cause: unknown): { name: string; code?: string; stack?: readonly string[] } {
  if (!(cause instanceof Error)) return { name: typeof cause };
  const code = 'code' in cause && typeof cause.code === 'string' ? { code: cause.code } : {};
  const frames = (cause.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { name: cause.name, ...code, stack: frames.slice(0, 8).map((line) => line.trim()) };
}
