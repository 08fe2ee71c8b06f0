import type { ConnectionError } from '../api/errors.ts';
import type { TlsFacts } from '../api/http/nodeRequest.ts';
import type { NeededScope } from '../auth/signIn/scopes.ts';

/** All checks, in the order of the report. */
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

/** `good`: no problem; `note`: worth knowing; `bad`: a problem. */
export type Outcome = 'good' | 'note' | 'bad';

/** The facts that one check found, without UI text. They contain no secret, no query and no user name of a proxy. */
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
  /** The check timed out or threw; the other checks continue. */
  | { check: CheckName; result: 'timed-out'; limitMs: number }
  | { check: CheckName; result: 'broken'; errorName: string }
>;

/** The findings of one check. */
export type FindingOf<Name extends CheckName> = Extract<Finding, { readonly check: Name }>;

interface VersionsFacts {
  check: 'versions';
  result: 'listed';
  /** For example "Roomside 1.0.0" and "linux x64": not translated. */
  parts: readonly string[];
}

interface AnswerFacts {
  host: string;
  status: number;
  tookMs: number;
}

type ServiceFacts<Name extends CheckName> =
  | { check: Name; result: 'unset' }
  | { check: Name; result: 'malformed' }
  | ({ check: Name; result: 'answers' | 'unexpected-status' | 'web-page' } & AnswerFacts)
  | { check: Name; result: 'failed'; error: ConnectionError };

/** The address in the settings, if the active account has another one; `same` if not. */
type SettingFacts = ServiceFacts<'setting'> | { check: 'setting'; result: 'same' };

type TlsFinding = {
  check: 'tls';
  /** Settings that would disable certificate checks, which Roomside ignores. */
  ignoredSwitches?: readonly string[];
} & (
  | { result: 'not-tested' | 'local' | 'hidden' }
  | ({ result: 'verified'; daysLeft: number } & TlsFacts)
  | { result: 'refused'; error: ConnectionError }
);

type ClockFacts =
  | { check: 'clock'; result: 'not-tested' | 'no-date' }
  /** Positive when the local clock is ahead. */
  | { check: 'clock'; result: 'compared'; host: string; aheadMs: number };

type ProxyFacts =
  /** `none`: no proxy is configured, and no connection was made. `direct`: a connection was made without a proxy. */
  | { check: 'proxy'; result: 'local' | 'off' | 'none' | 'direct' }
  | { check: 'proxy'; result: 'excluded' | 'unreadable'; source: string }
  /** A proxy is configured, and no connection was made. */
  | { check: 'proxy'; result: 'set'; source: string; host: string; hasUserName: boolean }
  /** The connection used a proxy; without `source` it is that of the system. */
  | { check: 'proxy'; result: 'used'; source: string | undefined; host: string }
  /** A proxy is configured, but the connection did not use it. */
  | { check: 'proxy'; result: 'bypassed'; source: string; host: string }
  | { check: 'proxy'; result: 'failed'; error: ConnectionError };

type BrokerFacts =
  | { check: 'broker'; result: 'unset' | 'malformed' }
  | ({ check: 'broker'; result: 'ready' | 'unexpected-status' } & AnswerFacts)
  | { check: 'broker'; result: 'failed'; error: ConnectionError };

type KeyringFacts =
  | { check: 'keyring'; result: 'works' | 'memory-only' | 'value-lost' }
  | { check: 'keyring'; result: 'fails'; operation: 'read' | 'write' | 'remove' };

type SessionFacts =
  | { check: 'session'; result: 'signed-out' }
  | { check: 'session'; result: 'expired'; label: string }
  | {
      check: 'session';
      result: 'good';
      label: string;
      kind: string;
      expiresAtMs: number | undefined;
      canRefresh: boolean;
      /** The number of other signed-in accounts. */
      otherCount: number;
      /** Why the last refresh failed, until the next one. */
      refreshError: Error | undefined;
    };

type ScopesFacts =
  | { check: 'scopes'; result: 'signed-out' | 'token-rejected' }
  | {
      check: 'scopes';
      result: 'compared';
      granted: readonly NeededScope[];
      missing: readonly NeededScope[];
      /** The service does not report them, and a test would change data. */
      unknown: readonly NeededScope[];
    };
