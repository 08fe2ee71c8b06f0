import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, ErrorReply } from '@redis/client';
import { redisCommandTimeoutMs } from '../timeouts.ts';
import { StateError } from './brokerState.ts';

/** After a failover, a connection may lead to a server that no longer takes writes. */
const movedWords = ['READONLY', 'LOADING', 'MASTERDOWN'];

type Redis = ReturnType<typeof clientFor>;
/** A command, on the connection of that moment. */
export type Command<T> = (client: Redis) => Promise<T>;

function clientFor(url: string) {
  return createClient({
    url,
    // Commands fail at once without a connection: an editor keeps its tokens and retries.
    disableOfflineQueue: true,
    // The client itself would wait without a limit for a server that takes a connection and stays silent.
    socket: { connectTimeout: redisCommandTimeoutMs, reconnectStrategy: false },
  });
}

/**
 * A connection to Redis. However it fails, another one takes its place: when it ends, when it is silent, and when a
 * failover has made its server refuse writes.
 */
export class RedisConnection {
  readonly #url: string;
  readonly #onError: (error: StateError) => void;
  #client: Redis | undefined;
  #replacing: Promise<void> | undefined;
  #isClosed = false;
  /** When a connection was lost, on the monotonic clock: Redis may have restarted then, and lost what it held. */
  lostMs: number = Number.NEGATIVE_INFINITY;

  /** @param onError called for every connection that is lost or cannot be made */
  constructor(url: string, onError: (error: StateError) => void) {
    this.#url = url;
    this.#onError = onError;
  }

  /** Connects for the first time. @throws {StateError} */
  async open(): Promise<void> {
    this.#client = await this.#connect();
  }

  /**
   * @param undo runs after a command that failed, on its connection: Redis may still run the command
   * @throws {StateError} for every failure, and after the time limit
   */
  async run<T>(command: Command<T>, undo?: Command<unknown>): Promise<T> {
    const client = this.#client;
    if (client === undefined) throw new StateError('there is no connection to Redis');
    try {
      return await inTime(command(client));
    } catch (error) {
      undo?.(client).catch((late: unknown) => this.#onError(stateError(late)));
      const failure = stateError(error);
      const isRefusal = failure.cause instanceof ErrorReply && !movedWords.includes(failure.code ?? '');
      if (!isRefusal) this.#replace(client);
      throw failure;
    }
  }

  /** As `run`, and once more if there is another connection soon. */
  async runTwice<T>(command: Command<T>): Promise<T> {
    try {
      return await this.run(command);
    } catch (error) {
      if (this.#replacing === undefined) throw error;
      await inTime(this.#replacing);
      return this.run(command);
    }
  }

  close(): void {
    this.#isClosed = true;
    end(this.#client);
    this.#client = undefined;
  }

  #replace(client: Redis): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    // What was given to it just now is still sent.
    setTimeout(() => end(client), 1_000).unref();
    this.#replacing = this.#reconnect().finally(() => {
      this.#replacing = undefined;
    });
  }

  async #reconnect(): Promise<void> {
    for (let waitMs = 100; ; waitMs = Math.min(2 * waitMs, 2_000)) {
      this.lostMs = performance.now();
      await sleep(waitMs, undefined, { ref: false });
      if (this.#isClosed) return;
      try {
        const client = await this.#connect();
        if (this.#isClosed) end(client);
        else this.#client = client;
        return;
      } catch (error) {
        this.#onError(stateError(error));
      }
    }
  }

  async #connect(): Promise<Redis> {
    const client = clientFor(this.#url);
    client.on('error', (error: unknown) => {
      // Until it is in use, the attempt to connect reports the error.
      if (client !== this.#client) return;
      this.#onError(stateError(error));
      this.#replace(client);
    });
    try {
      await inTime(client.connect());
      return client;
    } catch (error) {
      end(client);
      throw stateError(error);
    }
  }
}

function end(client: Redis | undefined): void {
  if (client?.isOpen) client.destroy();
}

function stateError(error: unknown): StateError {
  return error instanceof StateError ? error : new StateError('Redis failed', { cause: error });
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new StateError('Redis does not answer')), redisCommandTimeoutMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
