import type { Event } from '../base/emitter.ts';

/** Where secrets are kept; the only place a token or client secret is ever written. */
export interface SecretStore {
  read(key: string): Promise<string | undefined>;
  /** `undefined` removes the entry. */
  write(key: string, value: string | undefined): Promise<void>;
  /** Fires the key that may have changed, here or in another window; sometimes twice, sometimes without a change. */
  readonly onDidChange: Event<string>;
}
