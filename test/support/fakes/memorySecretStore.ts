import type { SecretStore } from '../../../src/core/auth/secretStore.ts';
import { Emitter } from '../../../src/core/base/emitter.ts';

type Operation = 'read' | 'write';

/** A secret store in memory for any number of windows. It can be set to fail or to wait. */
export class MemorySecretStore implements SecretStore {
  readonly entries = new Map<string, string>();
  /** The keys that were read and written, in order. */
  readonly reads: string[] = [];
  readonly writes: string[] = [];
  readonly #changes = new Emitter<string>();
  readonly #failures = new Map<Operation, Error>();
  readonly #holds = new Map<Operation, Promise<void>>();

  readonly onDidChange = this.#changes.event;

  /** Returns the value at the time of the call, however late it resolves. */
  async read(key: string): Promise<string | undefined> {
    this.reads.push(key);
    const value = this.entries.get(key);
    await this.#pass('read');
    return value;
  }

  async write(key: string, value: string | undefined): Promise<void> {
    this.writes.push(key);
    await this.#pass('write');
    if (value === undefined) this.entries.delete(key);
    else this.entries.set(key, value);
    this.#changes.fire(key);
  }

  async keys(): Promise<readonly string[]> {
    await this.#pass('read');
    return [...this.entries.keys()];
  }

  /** Makes every such operation fail from now on; `undefined` ends that. */
  fail(operation: Operation, error: Error | undefined): void {
    if (error === undefined) this.#failures.delete(operation);
    else this.#failures.set(operation, error);
  }

  /** Suspends such operations from now on, until the returned function is called. */
  hold(operation: Operation): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#holds.set(operation, promise);
    return () => {
      this.#holds.delete(operation);
      resolve();
    };
  }

  /** Fires the change event, whether or not there was a change. */
  announce(key: string): void {
    this.#changes.fire(key);
  }

  async #pass(operation: Operation): Promise<void> {
    await this.#holds.get(operation);
    const error = this.#failures.get(operation);
    if (error !== undefined) throw error;
  }
}
