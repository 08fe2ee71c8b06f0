import { createHash } from 'node:crypto';
import { fieldsOf } from '../base/json.ts';
import { list, number, object, oneOf, orElse, type Shape, string } from '../base/storage/recordShape.ts';
import { parseRecord, type StoredRecord } from '../base/storage/storedRecord.ts';

/** A field of another type is omitted: without it, the account may still be used. */
const optionalString = orElse(string, undefined);
const optionalTime = orElse(number, undefined);

const storedAccount = {
  /** Does not change on refresh. */
  id: string,
  kind: oneOf('integration', 'personal-token', 'sandbox', 'broker'),
  baseUrl: string,
  personId: string,
  /** E-mail address, or the display name if the service returns none. */
  label: string,
  scopes: list(string),
  accessToken: string,
  /** Milliseconds since the epoch; absent if the service named no usable lifetime. */
  obtainedAtMs: number,
  expiresAtMs: optionalTime,
  /** With a `brokerUrl`, the handle: the refresh token as the broker sealed it. */
  refreshToken: optionalString,
  refreshExpiresAtMs: optionalTime,
  /** A refresh did not extend the refresh token, so the session ends when it expires. */
  refreshEnd: orElse(oneOf('fixed'), undefined),
  /** The end of the session that was announced to the user, in milliseconds since the epoch. */
  announcedEndMs: optionalTime,
  clientId: optionalString,
  clientSecret: optionalString,
  /** The broker that holds the client secret and refreshes the tokens, without trailing slash. */
  brokerUrl: optionalString,
  /** 256 bits that the broker requires together with the handle. Does not change on refresh. */
  refreshSecret: optionalString,
  /** The session cannot be refreshed. After the token expires, the user has to sign in again. The record is kept. */
  state: orElse(oneOf('reauth'), undefined),
  /** Counts the writes, so that windows can compare versions. */
  revision: number,
};
const readAccount = object(storedAccount);

/** A signed-in account with its tokens. Written to the secret store as one JSON record and nowhere else. */
export interface Account extends Shape<typeof readAccount> {}

/** How the account signed in. The sandbox is a service like any other; the kind only says which program runs it. */
export type AccountKind = Account['kind'];

/** An account as far as a choice made for it keeps it. */
export type AccountRef = Pick<Account, 'id' | 'label'>;

/** The stored accounts: the one used last, and the others in the order of their last use. */
interface AccountRecord {
  readonly account: Account;
  readonly others: readonly Account[];
}

const recordVersion = 1;

/** The JSON text for the secret store. Equal accounts give equal texts, whatever the order of their fields. */
export function serializeAccount(account: Account, others: readonly Account[] = []): string {
  const record = { version: recordVersion, ...account, ...(others.length > 0 && { others }) };
  return JSON.stringify(record, ['version', ...Object.keys(storedAccount), 'others']);
}

/** Reads the accounts. All fields are validated here. */
export function parseAccounts(text: string | undefined): StoredRecord<AccountRecord> {
  return parseRecord(text, recordVersion, (value, name) => {
    const { others } = fieldsOf(value);
    return {
      account: readAccount(value, name),
      others: Array.isArray(others) ? list(readAccount)(others, 'others') : [],
    };
  });
}

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

/** The name, without extension, of the files of one account. It does not reveal the account. */
export function accountFileName(accountId: string): string {
  return createHash('sha256').update(accountId).digest('hex').slice(0, 32);
}
