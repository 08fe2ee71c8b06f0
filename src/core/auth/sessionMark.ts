/** Remembers, outside the keyring, that somebody was signed in: so that a keyring that lost its contents can be told from a first start. */
export interface SessionMark {
  isSet(): Promise<boolean>;
  set(isSet: boolean): Promise<void>;
}
