import type { ConnectionError } from '../api/errors.ts';
import type { TlsFacts } from '../api/nodeProbe.ts';
import type { NeededScope } from '../auth/scopes.ts';

/** Everything that is looked at, in the order of the report. */
export const checkNames = [
  'versions',
  'service',
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
  | ServiceFacts
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

type ServiceFacts =
  | { check: 'service'; result: 'unset' }
  | { check: 'service'; result: 'malformed' }
  | ({ check: 'service'; result: 'answers' | 'odd-status' | 'web-page' } & Answered)
  | { check: 'service'; result: 'failed'; error: ConnectionError };

type TlsFinding =
  | { check: 'tls'; result: 'not-tested' | 'local' | 'hidden' }
  | ({ check: 'tls'; result: 'verified'; daysLeft: number } & TlsFacts)
  | { check: 'tls'; result: 'refused'; error: ConnectionError };

type ClockFacts =
  | { check: 'clock'; result: 'not-tested' | 'untold' }
  /** Positive when this computer is ahead. */
  | { check: 'clock'; result: 'compared'; host: string; aheadMs: number };

type ProxyFacts =
  | { check: 'proxy'; result: 'local' | 'off' | 'none' }
  | { check: 'proxy'; result: 'excepted' | 'unreadable'; source: string }
  | { check: 'proxy'; result: 'used'; source: string; host: string; hasUserName: boolean };

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
