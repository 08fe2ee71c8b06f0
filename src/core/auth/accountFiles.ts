/** One text for each account, shared by all windows of a profile. */
export interface AccountFiles {
  /** `undefined` if the account has no file. */
  read(accountId: string): Promise<string | undefined>;
  /** Writes atomically: a reader in any window gets the old text or the new one. */
  write(accountId: string, text: string): Promise<void>;
  /** Deletes all files of other accounts in the folder, also those with another extension. */
  keepOnly(accountIds: readonly string[]): Promise<void>;
}
