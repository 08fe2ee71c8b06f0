import { type Account, serializeAccount } from './account.ts';

/**
 * A change of the signed-in accounts. Each account occurs once, in its new state, or in its last state if it was
 * removed.
 */
export interface AccountsChange {
  readonly added: readonly Account[];
  readonly removed: readonly Account[];
  /** New tokens, an expired session, or a repeated sign-in. */
  readonly changed: readonly Account[];
}

/** The difference; `undefined` if there is none. The order of the accounts is not compared. */
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
