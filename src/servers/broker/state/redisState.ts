import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockLifetimeMs, redisCommandTimeoutMs } from '../timeouts.ts';
import { type AnswerSeal, type BrokerState, type CacheableAnswer, SingleFlight, StateError } from './brokerState.ts';
import { type Command, RedisConnection } from './redisConnection.ts';

const keyPrefix = 'roomside:broker:';
const pollIntervalMs = 25;

/** Increments and starts the window in one step: a counter without an expiry would block an address permanently. */
const countScript = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}`;
/** Never creates a counter, because it would have no expiry. */
const uncountScript = `if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('DECR', KEYS[1]) end return 0`;
/** Deletes a key of its owner only: an expired lock may belong to another one. */
const unlockScript = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

/**
 * State that several replicas share in Redis 6.2 or newer.
 * @param onError called for every lost connection, which is then replaced
 * @throws {StateError} when Redis is unreachable, or refuses what the broker needs
 */
export async function openRedisState(url: string, onError: (error: StateError) => void): Promise<BrokerState> {
  const redis = new RedisConnection(url, onError);
  const state = new RedisState(redis, onError);
  try {
    await redis.open();
    await state.check();
    return state;
  } catch (error) {
    redis.close();
    throw error;
  }
}

class RedisState implements BrokerState {
  readonly #redis: RedisConnection;
  readonly #onError: (error: StateError) => void;
  readonly #shared = new SingleFlight<string>();

  constructor(redis: RedisConnection, onError: (error: StateError) => void) {
    this.#redis = redis;
    this.#onError = onError;
  }

  async claim(name: string, lifetimeMs: number): Promise<boolean> {
    const key = keyOf('claim', name);
    const token = randomUUID();
    // Redis may still run the command after its time limit, and the name would count as used. It runs the other after it.
    return this.#setNew(key, token, lifetimeMs, (client) => client.eval(unlockScript, owned(key, token)));
  }

  async release(name: string): Promise<void> {
    await this.#redis.run((client) => client.del(keyOf('claim', name)));
  }

  /** Calls in this replica share one lookup in Redis. The first replica takes the lock and does the work. */
  once(name: string, seal: AnswerSeal, work: () => Promise<CacheableAnswer>): Promise<string> {
    return this.#shared.run(name, async () => {
      const key = keyOf('lock', name);
      const token = randomUUID();
      const deadlineMs = performance.now() + 2 * lockLifetimeMs;
      for (;;) {
        const cached = await this.#answer(name, seal);
        if (cached !== undefined) return cached;
        if (await this.#setNew(key, token, lockLifetimeMs)) break;
        if (performance.now() > deadlineMs) throw new StateError('another replica holds the lock for too long');
        await sleep(pollIntervalMs);
      }
      try {
        // Another replica may have stored the result between the lookup and the lock.
        return (await this.#answer(name, seal)) ?? (await this.#answerOf(name, seal, work));
      } finally {
        await this.#afterWork(this.#redis.run((client) => client.eval(unlockScript, owned(key, token))));
      }
    });
  }

  async #answerOf(name: string, seal: AnswerSeal, work: () => Promise<CacheableAnswer>): Promise<string> {
    const { text, lifetimeMs, isRefusal } = await work();
    const other = isRefusal === true ? await this.#answerOfOther(name, seal) : undefined;
    if (other !== undefined) return other;
    const sealed = await seal.seal(text);
    const storing: Command<unknown> = (client) => client.set(keyOf('answer', name), sealed, expiringIn(lifetimeMs));
    await this.#afterWork(this.#redis.runTwice(storing));
    return text;
  }

  /**
   * A Redis that restarts, or is emptied, loses the lock. Then two replicas may use one refresh token, which is refused to the second of
   * them: what the first got is soon there for both.
   */
  async #answerOfOther(name: string, seal: AnswerSeal): Promise<string | undefined> {
    const endMs = performance.now() + redisCommandTimeoutMs;
    for (;;) {
      const found = await this.#answer(name, seal).catch(() => undefined);
      const mayFollow = performance.now() - this.#redis.lostMs < lockLifetimeMs && performance.now() < endMs;
      if (found !== undefined || !mayFollow) return found;
      await sleep(4 * pollIntervalMs);
    }
  }

  async #answer(name: string, seal: AnswerSeal): Promise<string | undefined> {
    const sealed = await this.#redis.run((client) => client.get(keyOf('answer', name)));
    return sealed === null ? undefined : seal.open(sealed);
  }

  /** The result of the work is returned even if Redis has failed meanwhile, because it may be the only copy. */
  async #afterWork(running: Promise<unknown>): Promise<void> {
    try {
      await running;
    } catch (error) {
      this.#onError(error as StateError);
    }
  }

  async #setNew(key: string, token: string, lifetimeMs: number, undo?: Command<unknown>): Promise<boolean> {
    const options = { condition: 'NX', ...expiringIn(lifetimeMs) } as const;
    return (await this.#redis.run((client) => client.set(key, token, options), undo)) !== null;
  }

  async count(name: string, windowMs: number): Promise<{ count: number; leftMs: number }> {
    const key = keyOf('count', name);
    const options = { keys: [key], arguments: [String(windowMs)] };
    const reply = await this.#redis.run((client) => client.eval(countScript, options));
    const [count, leftMs] = Array.isArray(reply) ? reply : [];
    if (typeof count !== 'number' || typeof leftMs !== 'number')
      throw new StateError('Redis sent an unexpected reply to the counter script');
    return { count, leftMs: Math.max(0, leftMs) };
  }

  async uncount(name: string): Promise<void> {
    await this.#afterWork(this.#redis.run((client) => client.eval(uncountScript, { keys: [keyOf('count', name)] })));
  }

  /** Does what a refresh does: a Redis may answer, and yet be full, read-only, or without permission for a command. Leaves nothing. */
  async check(): Promise<void> {
    const name = `check ${randomUUID()}`;
    const key = keyOf('lock', name);
    await Promise.all([
      this.count('check', 1),
      this.#setNew(key, name, 1),
      this.#redis.run((client) => client.get(key)),
      this.#redis.run((client) => client.eval(unlockScript, owned(key, name))),
    ]);
  }

  async close(): Promise<void> {
    this.#redis.close();
  }
}

function keyOf(kind: 'claim' | 'lock' | 'answer' | 'count', name: string): string {
  return `${keyPrefix}${kind}:${name}`;
}

/** The arguments of `unlockScript`. */
function owned(key: string, token: string): { keys: string[]; arguments: string[] } {
  return { keys: [key], arguments: [token] };
}

function expiringIn(lifetimeMs: number): { expiration: { type: 'PX'; value: number } } {
  return { expiration: { type: 'PX', value: lifetimeMs } };
}
