import { createHash } from 'node:crypto';

/** The name, without ending, of the files that belong to one account. It does not reveal the account. */
export function accountFileName(accountId: string): string {
  return createHash('sha256').update(accountId).digest('hex').slice(0, 32);
}
