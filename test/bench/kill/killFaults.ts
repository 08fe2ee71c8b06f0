const post = { method: 'POST', path: '/v1/messages' };
const list = { method: 'GET', path: '/v1/messages' };

const effects: readonly (() => object)[] = [
  () => ({ kind: 'status', status: 500 }),
  () => ({ kind: 'status', status: 503 }),
  () => ({ kind: 'rate-limit', retryAfter: 1 + Math.floor(Math.random() * 3) }),
  () => ({ kind: 'cut', when: 'before' }),
  () => ({ kind: 'cut', when: 'in-body' }),
  () => ({ kind: 'cut', when: 'after' }),
  () => ({ kind: 'latency', ms: Math.floor(Math.random() * 3000) }),
  () => ({ kind: 'truncated-json' }),
];

const oneOf = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T;

/** Up to two faults for the next posts, and sometimes one for the search for a message after a lost response. */
export function randomFaults(): readonly object[] {
  const posts = Array.from({ length: Math.floor(Math.random() * 3) }, () => ({
    match: post,
    effect: oneOf(effects)(),
  }));
  const lists = Math.random() < 0.3 ? [{ match: list, effect: oneOf(effects)() }] : [];
  return [...posts, ...lists].map((fault) => ({ ...fault, times: 1 }));
}
