import type { Event } from '../base/emitter.ts';

/** Stores secrets. Tokens and client secrets are written nowhere else. */
export interface SecretStore {
  read(key: string): Promise<string | undefined>;
  /** `undefined` removes the entry. */
  write(key: string, value: string | undefined): Promise<void>;
  /** Fires with a key that may have changed in any window; sometimes twice, or without a change. */
  readonly onDidChange: Event<string>;
}
