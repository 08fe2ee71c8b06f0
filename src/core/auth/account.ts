import { parseRecord, type RecordReader, type StoredRecord } from '../base/storedRecord.ts';

/** How the account came to be. The sandbox is a service like any other; the word only says who starts it. */
export type AccountKind = 'integration' | 'personal-token' | 'sandbox' | 'broker';

/** Who is signed in where, with the tokens. Written to the secret store as one JSON record and nowhere else. */
export interface Account {
  /** Stays the same through every refresh. */
  readonly id: string;
  readonly kind: AccountKind;
  readonly baseUrl: string;
  readonly personId: string;
  /** E-mail where the service tells one, else the display name. */
  readonly label: string;
  readonly scopes: readonly string[];
  readonly accessToken: string;
  /** Milliseconds since the epoch; absent when the service named no usable lifetime. */
  readonly obtainedAtMs: number;
  readonly expiresAtMs?: number;
  /** With a `brokerUrl` the handle: the refresh token as the broker sealed it. */
  readonly refreshToken?: string;
  readonly refreshExpiresAtMs?: number;
  /** A renewal has left the end of the refresh token as it was: the session ends then. */
  readonly refreshEnd?: 'fixed';
  /** The end of the session that was announced to the user, in milliseconds since the epoch. */
  readonly announcedEndMs?: number;
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** The broker that holds the client secret and renews the tokens; no slash at its end. */
  readonly brokerUrl?: string;
  /** 256 bit without which the handle is worth nothing. They stay the same through every refresh. */
  readonly refreshSecret?: string;
  /** The session cannot be renewed: only signing in anew helps, once the token is over. The record is kept. */
  readonly state?: 'reauth';
  /** Counts the writes, so that a window can tell newer from older. */
  readonly revision: number;
}

/** What is stored: the account in use, and the others that are signed in, the one used last first. */
export interface AccountRecord {
  readonly account: Account;
  readonly others: readonly Account[];
}

const recordVersion = 1;
const kinds: readonly AccountKind[] = ['integration', 'personal-token', 'sandbox', 'broker'];

/** The account as the secret store keeps it: equal accounts give equal texts, in whatever order their fields were set. */
export function serializeAccount(account: Account, others: readonly Account[] = []): string {
  return JSON.stringify({
    version: recordVersion,
    ...fieldsOf(account),
    ...(others.length > 0 && { others: others.map(fieldsOf) }),
  });
}

/** Every field of an account in one order, and no other. */
function fieldsOf(account: Account): object {
  const { id, kind, baseUrl, personId, label, scopes, accessToken, obtainedAtMs, expiresAtMs } = account;
  const { refreshToken, refreshExpiresAtMs, clientId, clientSecret, brokerUrl, refreshSecret, revision } = account;
  const state = account.state === 'reauth' ? account.state : undefined;
  const { refreshEnd, announcedEndMs } = account;
  return {
    ...{ id, kind, baseUrl, personId, label, scopes, accessToken, obtainedAtMs, expiresAtMs },
    ...{
      refreshToken,
      refreshExpiresAtMs,
      refreshEnd,
      announcedEndMs,
      clientId,
      clientSecret,
      brokerUrl,
      refreshSecret,
      state,
      revision,
    },
  };
}

/** Reads the accounts back: parsed once, here, and believed from then on. */
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

/** Leaves out what is undefined, so that a field is either there with its type or not there at all. */
export function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
