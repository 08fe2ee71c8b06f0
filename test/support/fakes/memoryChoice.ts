import type { AccountChoice } from '../../../src/core/auth/activeAccount.ts';

/** A workspace's choice of account, without a workspace. */
export class MemoryChoice implements AccountChoice {
  accountId: string | undefined;
  /** When set, nothing can be remembered. */
  error: Error | undefined;

  constructor(accountId?: string) {
    this.accountId = accountId;
  }

  read(): string | undefined {
    return this.accountId;
  }

  async write(accountId: string): Promise<void> {
    if (this.error !== undefined) throw this.error;
    this.accountId = accountId;
  }
}
