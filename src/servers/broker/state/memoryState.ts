import type { BrokerState } from './brokerState.ts';
import { ExpiringMap } from './expiringMap.ts';
import { SharedWork } from './sharedWork.ts';

/** Entries of each kind; at some hundred bytes each. */
const limit = 100_000;

/** State in the memory of this process: enough for one replica, and gone when it ends. */
export function createMemoryState(now: () => number): BrokerState {
  const claims = new ExpiringMap<true>(now, limit);
  const answers = new ExpiringMap<string>(now, limit);
  const counts = new ExpiringMap<{ count: number }>(now, limit);
  const shared = new SharedWork<string>();
  return {
    async claim(name, keepMs) {
      if (claims.get(name) !== undefined) return false;
      claims.set(name, true, keepMs);
      return true;
    },
    async release(name) {
      claims.delete(name);
    },
    async once(name, work) {
      const kept = answers.get(name);
      if (kept !== undefined) return kept.value;
      return shared.run(name, async () => {
        const { text, keepMs } = await work();
        answers.set(name, text, keepMs);
        return text;
      });
    },
    async count(name, windowMs) {
      if (counts.get(name) === undefined) counts.set(name, { count: 0 }, windowMs);
      const entry = counts.get(name);
      if (entry === undefined) return { count: 1, leftMs: windowMs };
      entry.value.count += 1;
      return { count: entry.value.count, leftMs: entry.endsAtMs - now() };
    },
    check: async () => undefined,
    close: async () => undefined,
  };
}
