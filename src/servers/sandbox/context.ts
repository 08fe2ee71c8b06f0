import type { DatabaseSync } from 'node:sqlite';
import type { Send } from '../../core/api/send.ts';
import type { ScopeNames } from './access/scopeNames.ts';
import type { AuthorizationTickets } from './authorize/tickets.ts';
import type { ReceivedMessages } from './control/received.ts';
import type { RequestCounts } from './control/requestCounts.ts';
import type { ContentDisk } from './db/contentDisk.ts';
import type { FaultBook } from './faults/faultBook.ts';

/** What can be set about a sandbox, with every default filled in. */
export interface SandboxSettings {
  readonly controlKey: string;
  readonly accessTokenLifetimeS: number;
  readonly refreshTokenLifetimeS: number;
  readonly codeLifetimeS: number;
  readonly rotateRefreshTokens: boolean;
  readonly revokeReusedRefreshTokens: boolean;
  readonly remoteTimeoutMs: number;
}

/** What the parts of one sandbox share. */
export interface SandboxContext {
  readonly database: DatabaseSync;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds of a clock that is never set; that of the tests, where they bring one. */
  readonly monotonicNow: () => number;
  readonly options: SandboxSettings;
  readonly scopeNames: ScopeNames;
  readonly contents: ContentDisk;
  readonly tickets: AuthorizationTickets;
  readonly received: ReceivedMessages;
  readonly counts: RequestCounts;
  readonly faults: FaultBook;
  /** Fetches the public files of messages; without it they are refused. */
  readonly fetchRemote: Send | undefined;
  /** Hears of every failure of our own, with the tracking id the caller was told. */
  readonly onError: (error: unknown, trackingId: string) => void;
  /** Takes the log of the own broker, a line each. */
  readonly onBrokerLog: (line: string) => void;
}
