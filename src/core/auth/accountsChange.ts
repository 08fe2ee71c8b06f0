import { type Account, serializeAccount } from './account.ts';

/** What became of the signed-in accounts: each is named once, as it is now, or as it was when it is gone. */
export interface AccountsChange {
  readonly added: readonly Account[];
  readonly removed: readonly Account[];
  /** New tokens, a session that ended, or a sign-in anew. */
  readonly changed: readonly Account[];
}

/** What is different; `undefined` when nothing is. Their order says who was used last, and is no difference. */
export function accountsChange(before: readonly Account[], after: readonly Account[]): AccountsChange | undefined {
  const known = textsOf(before);
  const kept = textsOf(after);
  const added = after.filter(({ id }) => !known.has(id));
  const removed = before.filter(({ id }) => !kept.has(id));
  const changed = after.filter(({ id }) => known.has(id) && known.get(id) !== kept.get(id));
  return added.length + removed.length + changed.length === 0 ? undefined : { added, removed, changed };
}

function textsOf(accounts: readonly Account[]): ReadonlyMap<string, string> {
  return new Map(accounts.map((account) => [account.id, serializeAccount(account)]));
}
