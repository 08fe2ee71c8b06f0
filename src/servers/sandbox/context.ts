import type { DatabaseSync } from 'node:sqlite';
import type { Send } from '../../core/api/send.ts';
import type { ExpiringMap } from '../expiringMap.ts';
import type { ContentDisk } from './db/contentDisk.ts';
import type { FaultRegistry } from './faults/faultRegistry.ts';
import type { ScopeNames } from './scopes.ts';

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

/** How long an authorization ticket and a one-time address last. */
export const visitLifetimeMs = 15 * 60 * 1000;

/**
 * One visit to the authorize page. Its id stands in the forms of the page and nowhere else: another site can make the
 * browser post a form here, but cannot know the id, so it cannot approve anything in the user's place.
 */
export interface AuthorizationTicket {
  readonly id: string;
  /** The query the visit began with; it is checked again at every step. */
  readonly query: string;
  /** The person who signed in. */
  personId: string | undefined;
}

/** One message posted through the API, as tests and demos want to look at it. */
export interface ReceivedMessage {
  readonly id: string;
  readonly roomId: string;
  readonly roomTitle: string;
  readonly personEmail: string;
  readonly text?: string;
  readonly markdown?: string;
  readonly files: readonly { name: string; byteLength: number; mediaType: string; sha256: string }[];
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
  /** The visits to the authorize page, by id. */
  readonly tickets: ExpiringMap<AuthorizationTicket>;
  /** One-time addresses by their id; each leads to an address below the sandbox's own. */
  readonly shortcuts: ExpiringMap<string>;
  /** Every message posted through the API since start, oldest first. Demo data is not among them. */
  readonly received: ReceivedMessage[];
  /** Requests since start, by `METHOD path-pattern`. */
  readonly counts: Map<string, number>;
  readonly faults: FaultRegistry;
  /** Fetches the public files of messages; without it they are refused. */
  readonly fetchRemote: Send | undefined;
  /** Hears of every failure of our own, with the tracking id the caller was told. */
  readonly onError: (error: unknown, trackingId: string) => void;
  /** Takes the log of the own broker, a line each. */
  readonly onBrokerLog: (line: string) => void;
}
