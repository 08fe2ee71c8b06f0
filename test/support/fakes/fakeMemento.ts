import type { Memento } from 'vscode';

/** A state of the extension in memory, which records the keys that Settings Sync takes along. */
export class FakeMemento implements Memento {
  readonly values: Map<string, unknown>;
  syncedKeys: readonly string[] = [];

  constructor(entries: object = {}) {
    this.values = new Map(Object.entries(entries));
  }

  keys(): readonly string[] {
    return [...this.values.keys()];
  }

  get<T>(key: string, fallback?: T): T {
    return (this.values.get(key) ?? fallback) as T;
  }

  async update(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.values.delete(key);
    else this.values.set(key, value);
  }

  setKeysForSync(keys: readonly string[]): void {
    this.syncedKeys = keys;
  }
}
