import { createHash } from 'node:crypto';

/** The name, without extension, of the files of one account. It does not reveal the account. */
export function accountFileName(accountId: string): string {
  return createHash('sha256').update(accountId).digest('hex').slice(0, 32);
}
