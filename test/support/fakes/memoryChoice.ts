import type { AccountChoice } from '../../../src/core/auth/activeAccount.ts';

/** A workspace's choice of account, in memory. */
export class MemoryChoice implements AccountChoice {
  accountId: string | undefined;
  /** Every write fails with this error. */
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
