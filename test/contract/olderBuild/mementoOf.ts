import type { Memento } from 'vscode';

/** A memento in memory. */
export function mementoOf(entries: object): Memento & { setKeysForSync(keys: readonly string[]): void } {
  const values = new Map<string, unknown>(Object.entries(entries));
  return {
    keys: () => [...values.keys()],
    get: <T>(key: string, other?: T) => (values.get(key) ?? other) as T,
    setKeysForSync: () => undefined,
    async update(key, value) {
      values.set(key, value);
    },
  };
}
