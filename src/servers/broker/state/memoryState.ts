import { ExpiringMap } from '../../expiringMap.ts';
import { type BrokerState, SingleFlight } from './brokerState.ts';

/** Entries of each kind, of some hundred bytes each. */
const limit = 100_000;

/** The clocks of a process, in milliseconds. */
export interface BrokerClocks {
  /** Since the epoch. May be adjusted while the process runs. */
  readonly now: () => number;
  /** Since an arbitrary moment. Never adjusted. */
  readonly monotonicNow: () => number;
}

/** State in the memory of this process. Sufficient for one replica, and lost when the process ends. */
export function createMemoryState({ now, monotonicNow }: BrokerClocks): BrokerState {
  // A claim must last as long as the claimed code can be opened, which depends on the system clock.
  const claims = new ExpiringMap<true>(now, limit);
  const answers = new ExpiringMap<string>(monotonicNow, limit);
  const counts = new ExpiringMap<{ count: number }>(monotonicNow, limit);
  const shared = new SingleFlight<string>();
  return {
    async claim(name, lifetimeMs) {
      if (claims.get(name) !== undefined) return false;
      claims.set(name, true, lifetimeMs);
      return true;
    },
    async release(name) {
      claims.delete(name);
    },
    once(name, seal, work) {
      return shared.run(name, async () => {
        const sealed = answers.get(name)?.value;
        const cached = sealed === undefined ? undefined : await seal.open(sealed);
        if (cached !== undefined) return cached;
        const { text, lifetimeMs } = await work();
        answers.set(name, await seal.seal(text), lifetimeMs);
        return text;
      });
    },
    async count(name, windowMs) {
      if (counts.get(name) === undefined) counts.set(name, { count: 0 }, windowMs);
      const entry = counts.get(name);
      if (entry === undefined) return { count: 1, leftMs: windowMs };
      entry.value.count += 1;
      return { count: entry.value.count, leftMs: entry.expiresAtMs - monotonicNow() };
    },
    async uncount(name) {
      const entry = counts.get(name);
      if (entry !== undefined) entry.value.count -= 1;
    },
    check: async () => undefined,
    close: async () => undefined,
  };
}
