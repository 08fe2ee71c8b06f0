import { createHash } from 'node:crypto';
import { defined, parseRecord, type RecordReader, type StoredRecord } from '../base/json.ts';

const kinds = ['integration', 'personal-token', 'sandbox', 'broker'] as const;

/** How the account signed in. The sandbox is a service like any other; the kind only says which program runs it. */
export type AccountKind = (typeof kinds)[number];

/** A signed-in account with its tokens. Written to the secret store as one JSON record and nowhere else. */
export interface Account {
  /** Does not change on refresh. */
  readonly id: string;
  readonly kind: AccountKind;
  readonly baseUrl: string;
  readonly personId: string;
  /** E-mail address, or the display name if the service returns none. */
  readonly label: string;
  readonly scopes: readonly string[];
  readonly accessToken: string;
  /** Milliseconds since the epoch; absent if the service named no usable lifetime. */
  readonly obtainedAtMs: number;
  readonly expiresAtMs?: number;
  /** With a `brokerUrl`, the handle: the refresh token as the broker sealed it. */
  readonly refreshToken?: string;
  readonly refreshExpiresAtMs?: number;
  /** A refresh did not extend the refresh token, so the session ends when it expires. */
  readonly refreshEnd?: 'fixed';
  /** The end of the session that was announced to the user, in milliseconds since the epoch. */
  readonly announcedEndMs?: number;
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** The broker that holds the client secret and refreshes the tokens, without trailing slash. */
  readonly brokerUrl?: string;
  /** 256 bits that the broker requires together with the handle. Does not change on refresh. */
  readonly refreshSecret?: string;
  /** The session cannot be refreshed. After the token expires, the user has to sign in again. The record is kept. */
  readonly state?: 'reauth';
  /** Counts the writes, so that windows can compare versions. */
  readonly revision: number;
}

/** An account as far as a choice made for it keeps it. */
export type AccountRef = Pick<Account, 'id' | 'label'>;

/** The stored accounts: the one used last, and the others in the order of their last use. */
interface AccountRecord {
  readonly account: Account;
  readonly others: readonly Account[];
}

const recordVersion = 1;

/** The fields that are stored, in their order. */
const storedFields: readonly (keyof Account | 'version' | 'others')[][] = [
  ['version', 'id', 'kind', 'baseUrl', 'personId', 'label', 'scopes', 'accessToken', 'obtainedAtMs', 'expiresAtMs'],
  ['refreshToken', 'refreshExpiresAtMs', 'refreshEnd', 'announcedEndMs', 'clientId', 'clientSecret', 'brokerUrl'],
  ['refreshSecret', 'state', 'revision', 'others'],
];

/** The JSON text for the secret store. Equal accounts give equal texts, whatever the order of their fields. */
export function serializeAccount(account: Account, others: readonly Account[] = []): string {
  const record = { version: recordVersion, ...account, ...(others.length > 0 && { others }) };
  return JSON.stringify(record, storedFields.flat());
}

/** Reads the accounts. All fields are validated here. */
export function parseAccounts(text: string | undefined): StoredRecord<AccountRecord> {
  return parseRecord(text, recordVersion, (record) => ({
    account: readAccount(record),
    others: record.optionalRecords('others').map(readAccount),
  }));
}

function readAccount(record: RecordReader): Account {
  return {
    id: record.string('id'),
    kind: record.enumValue('kind', kinds),
    baseUrl: record.string('baseUrl'),
    personId: record.string('personId'),
    label: record.string('label'),
    scopes: record.strings('scopes'),
    accessToken: record.string('accessToken'),
    obtainedAtMs: record.number('obtainedAtMs'),
    revision: record.number('revision'),
    ...defined({
      expiresAtMs: record.optionalNumber('expiresAtMs'),
      refreshToken: record.optionalString('refreshToken'),
      refreshExpiresAtMs: record.optionalNumber('refreshExpiresAtMs'),
      refreshEnd: record.optionalString('refreshEnd') === 'fixed' ? ('fixed' as const) : undefined,
      announcedEndMs: record.optionalNumber('announcedEndMs'),
      clientId: record.optionalString('clientId'),
      clientSecret: record.optionalString('clientSecret'),
      brokerUrl: record.optionalString('brokerUrl'),
      refreshSecret: record.optionalString('refreshSecret'),
      state: record.optionalString('state') === 'reauth' ? ('reauth' as const) : undefined,
    }),
  };
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
