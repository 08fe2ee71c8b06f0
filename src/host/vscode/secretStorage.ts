import type { SecretStorage } from 'vscode';
import { SecretStoreError } from '../../core/auth/errors.ts';
import type { SecretStore } from '../../core/auth/secretStore.ts';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/emitter.ts';

/** VS Code's SecretStorage as a `SecretStore`. */
export class SecretStorageStore implements SecretStore, Disposable {
  readonly #storage: SecretStorage;
  readonly #owned = new DisposableStore();
  readonly #changes = this.#owned.add(new Emitter<string>());
  readonly onDidChange = this.#changes.event;

  constructor(storage: SecretStorage) {
    this.#storage = storage;
    this.#owned.add(storage.onDidChange(({ key }) => this.#changes.fire(key)));
  }

  async read(key: string): Promise<string | undefined> {
    try {
      return await this.#storage.get(key);
    } catch (error) {
      throw new SecretStoreError('read', error);
    }
  }

  async write(key: string, value: string | undefined): Promise<void> {
    try {
      await (value === undefined ? this.#storage.delete(key) : this.#storage.store(key, value));
    } catch (error) {
      throw new SecretStoreError(value === undefined ? 'remove' : 'write', error);
    }
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
