import type { ConnectionError } from '../api/errors.ts';
import type { TlsFacts } from '../api/nodeTlsConnection.ts';
import type { NeededScope } from '../auth/scopes.ts';

/** Everything that is looked at, in the order of the report. */
export const checkNames = [
  'versions',
  'service',
  'setting',
  'tls',
  'clock',
  'proxy',
  'broker',
  'keyring',
  'session',
  'scopes',
  'redirect',
] as const;

export type CheckName = (typeof checkNames)[number];

/** Fine; worth knowing; in the way. */
export type Outcome = 'good' | 'note' | 'bad';

/** What one check found: facts, which others word. Nothing in them is a secret, a query or a user name of a proxy. */
export type Finding = { readonly outcome: Outcome } & Readonly<
  | VersionsFacts
  | ServiceFacts<'service'>
  | SettingFacts
  | TlsFinding
  | ClockFacts
  | ProxyFacts
  | BrokerFacts
  | KeyringFacts
  | SessionFacts
  | ScopesFacts
  | { check: 'redirect'; result: 'address'; address: string }
  /** The check did not end in its time, or failed by itself: the others go on. */
  | { check: CheckName; result: 'timed-out'; limitMs: number }
  | { check: CheckName; result: 'broken'; errorName: string }
>;

/** Facts about one check. */
export type FindingOf<Name extends CheckName> = Extract<Finding, { readonly check: Name }>;

interface VersionsFacts {
  check: 'versions';
  result: 'told';
  /** "Roomside 1.0.0", "linux x64": names and numbers that are the same in every language. */
  parts: readonly string[];
}

interface Answered {
  host: string;
  status: number;
  tookMs: number;
}

type ServiceFacts<Name extends CheckName> =
  | { check: Name; result: 'unset' }
  | { check: Name; result: 'malformed' }
  | ({ check: Name; result: 'answers' | 'odd-status' | 'web-page' } & Answered)
  | { check: Name; result: 'failed'; error: ConnectionError };

/** The address in the settings, where the account in use is of another service; `same` where it is not. */
type SettingFacts = ServiceFacts<'setting'> | { check: 'setting'; result: 'same' };

type TlsFinding = {
  check: 'tls';
  /** What is set to switch the verification of certificates off, which Roomside does not obey. */
  ignoredSwitches?: readonly string[];
} & (
  | { result: 'not-tested' | 'local' | 'hidden' }
  | ({ result: 'verified'; daysLeft: number } & TlsFacts)
  | { result: 'refused'; error: ConnectionError }
);

type ClockFacts =
  | { check: 'clock'; result: 'not-tested' | 'untold' }
  /** Positive when this computer is ahead. */
  | { check: 'clock'; result: 'compared'; host: string; aheadMs: number };

type ProxyFacts =
  /** `none`: none is set, and no connection was tried. `direct`: a connection was made without one. */
  | { check: 'proxy'; result: 'local' | 'off' | 'none' | 'direct' }
  | { check: 'proxy'; result: 'excepted' | 'unreadable'; source: string }
  /** One is set, and no connection was tried. */
  | { check: 'proxy'; result: 'set'; source: string; host: string; hasUserName: boolean }
  /** The connection went through it; without `source` it is that of the system. */
  | { check: 'proxy'; result: 'used'; source: string | undefined; host: string }
  /** One is set, and the connection was made without it. */
  | { check: 'proxy'; result: 'bypassed'; source: string; host: string }
  | { check: 'proxy'; result: 'failed'; error: ConnectionError };

type BrokerFacts =
  | { check: 'broker'; result: 'unset' | 'malformed' }
  | ({ check: 'broker'; result: 'ready' | 'odd-status' } & Answered)
  | { check: 'broker'; result: 'failed'; error: ConnectionError };

type KeyringFacts =
  | { check: 'keyring'; result: 'works' | 'memory-only' | 'forgets' }
  | { check: 'keyring'; result: 'fails'; act: 'read' | 'write' | 'remove' };

type SessionFacts =
  | { check: 'session'; result: 'signed-out' }
  | { check: 'session'; result: 'over'; label: string }
  | {
      check: 'session';
      result: 'good';
      label: string;
      kind: string;
      expiresAtMs: number | undefined;
      isRenewable: boolean;
      /** How many are signed in besides. */
      otherCount: number;
      /** Why the last renewal failed, while it is waited for the next. */
      trouble: Error | undefined;
    };

type ScopesFacts =
  | { check: 'scopes'; result: 'signed-out' | 'token-refused' }
  | {
      check: 'scopes';
      result: 'compared';
      granted: readonly NeededScope[];
      missing: readonly NeededScope[];
      /** The service tells nothing of them, and they cannot be tried without doing something. */
      unknown: readonly NeededScope[];
    };
