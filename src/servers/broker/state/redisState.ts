import { randomUUID } from 'node:crypto';
import { createClient } from '@redis/client';
import { lockLifetimeMs, redisCommandTimeoutMs } from '../timeouts.ts';
import { type AnswerSeal, type BrokerState, type CacheableAnswer, SingleFlight, StateError } from './brokerState.ts';

const keyPrefix = 'roomside:broker:';
const connectTimeoutMs = 5_000;
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

type Redis = Awaited<ReturnType<typeof connect>>;

/**
 * State that several replicas share in Redis 6.2 or newer.
 * @param onError called for every lost connection, which is then re-established
 * @throws {StateError} when Redis is unreachable
 */
export async function openRedisState(url: string, onError: (error: unknown) => void): Promise<BrokerState> {
  return new RedisState(await connect(url, onError), onError);
}

async function connect(url: string, onError: (error: unknown) => void) {
  let isConnected = false;
  const client = createClient({
    url,
    // Commands fail at once without a connection: an editor keeps its tokens and retries.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: connectTimeoutMs,
      reconnectStrategy: (retries) => (isConnected ? Math.min(100 * 2 ** retries, 2_000) : false),
    },
  });
  client.on('error', onError);
  try {
    await client.connect();
    isConnected = true;
    await client.ping();
    return client;
  } catch (error) {
    client.destroy();
    throw new StateError('Redis cannot be reached', { cause: error });
  }
}

class RedisState implements BrokerState {
  readonly #client: Redis;
  readonly #onError: (error: unknown) => void;
  readonly #shared = new SingleFlight<string>();

  constructor(client: Redis, onError: (error: unknown) => void) {
    this.#client = client;
    this.#onError = onError;
  }

  async claim(name: string, lifetimeMs: number): Promise<boolean> {
    const [key, token] = [keyOf('claim', name), randomUUID()];
    try {
      return (
        (await withTimeout(this.#client.set(key, token, { condition: 'NX', expiration: px(lifetimeMs) }))) !== null
      );
    } catch (error) {
      // Redis may still run the command after its time limit, and the name would count as used. It runs this one after it.
      this.#client.eval(unlockScript, { keys: [key], arguments: [token] }).catch(this.#onError);
      throw error;
    }
  }

  async release(name: string): Promise<void> {
    await withTimeout(this.#client.del(keyOf('claim', name)));
  }

  /** Calls in this replica share one lookup in Redis. The first replica takes the lock and does the work. */
  once(name: string, seal: AnswerSeal, work: () => Promise<CacheableAnswer>): Promise<string> {
    return this.#shared.run(name, async () => {
      const token = randomUUID();
      const deadlineMs = performance.now() + 2 * lockLifetimeMs;
      for (;;) {
        const cached = await this.#answer(name, seal);
        if (cached !== undefined) return cached;
        const lock = { condition: 'NX', expiration: px(lockLifetimeMs) } as const;
        if ((await withTimeout(this.#client.set(keyOf('lock', name), token, lock))) !== null) break;
        if (performance.now() > deadlineMs) throw new StateError('another replica holds the lock for too long');
        await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
      }
      try {
        // Another replica may have stored the result between the lookup and the lock.
        return (await this.#answer(name, seal)) ?? (await this.#answerOf(name, seal, work));
      } finally {
        await this.#runAfterWork(this.#client.eval(unlockScript, { keys: [keyOf('lock', name)], arguments: [token] }));
      }
    });
  }

  async #answerOf(name: string, seal: AnswerSeal, work: () => Promise<CacheableAnswer>): Promise<string> {
    const { text, lifetimeMs } = await work();
    const sealed = await seal.seal(text);
    await this.#runAfterWork(this.#client.set(keyOf('answer', name), sealed, { expiration: px(lifetimeMs) }));
    return text;
  }

  async #answer(name: string, seal: AnswerSeal): Promise<string | undefined> {
    const sealed = await withTimeout(this.#client.get(keyOf('answer', name)));
    return sealed === null ? undefined : seal.open(sealed);
  }

  /** Runs after the work. The result is returned even if Redis has failed meanwhile, because it may be the only copy. */
  async #runAfterWork(command: Promise<unknown>): Promise<void> {
    try {
      await withTimeout(command);
    } catch (error) {
      this.#onError(error);
    }
  }

  async count(name: string, windowMs: number): Promise<{ count: number; leftMs: number }> {
    const key = keyOf('count', name);
    const reply = await withTimeout(this.#client.eval(countScript, { keys: [key], arguments: [String(windowMs)] }));
    const [count, leftMs] = Array.isArray(reply) ? reply : [];
    if (typeof count !== 'number' || typeof leftMs !== 'number')
      throw new StateError('Redis sent an unexpected reply to the counter script');
    return { count, leftMs: Math.max(0, leftMs) };
  }

  async uncount(name: string): Promise<void> {
    await this.#runAfterWork(this.#client.eval(uncountScript, { keys: [keyOf('count', name)] }));
  }

  async check(): Promise<void> {
    await withTimeout(this.#client.ping());
  }

  async close(): Promise<void> {
    this.#client.destroy();
  }
}

function keyOf(kind: 'claim' | 'lock' | 'answer' | 'count', name: string): string {
  return `${keyPrefix}${kind}:${name}`;
}

function px(value: number): { type: 'PX'; value: number } {
  return { type: 'PX', value };
}

/** Every error of Redis becomes a `StateError`, and so does a timeout. */
async function withTimeout<T>(command: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new StateError('Redis does not answer')), redisCommandTimeoutMs);
  try {
    return await Promise.race([command, late.promise]);
  } catch (error) {
    throw error instanceof StateError ? error : new StateError('Redis failed', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
