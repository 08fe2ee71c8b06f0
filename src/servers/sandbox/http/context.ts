import type { Send } from '../../../core/api/send.ts';
import type { ExpiringMap } from '../../expiringMap.ts';
import type { ContentDisk } from '../store/contentDisk.ts';
import type { Database } from '../store/database.ts';
import type { Integration, PersonDocument } from '../store/documents.ts';
import type { ScopeNames } from '../store/scopes.ts';
import type { FaultRegistry } from './faults/faultRegistry.ts';

/** The settings of a sandbox. */
export interface SandboxSettings {
  /** Stores everything in this SQLite file, and attachments beside it. Absent: in memory and in a temporary folder. */
  readonly dataFile?: string;
  /** Milliseconds since the epoch. Demo data is dated relative to the first call. Absent: the clocks of the system. */
  readonly clock?: () => number;
  /** Fetches the public files of messages. Absent: such messages are rejected with 502. */
  readonly fetchRemote?: Send;
  /** The key of the control endpoints; random by default. */
  readonly controlKey: string;
  /** The product prefix of scope names (default `svc`). */
  readonly scopePrefix: string;
  readonly accessTokenLifetimeS: number;
  readonly refreshTokenLifetimeS: number;
  readonly codeLifetimeS: number;
  /** Whether every refresh returns a new refresh token and ends the old one (default false). */
  readonly rotateRefreshTokens: boolean;
  /** Whether the reuse of a rotated refresh token revokes all tokens of the grant (default false). */
  readonly revokeReusedRefreshTokens: boolean;
  /** Whether a message can be sent to a person (default true). Otherwise `toPersonId` and `toPersonEmail` are ignored [X20]. */
  readonly directMessages: boolean;
  /** Whether there is a token broker below `/broker` (default true). */
  readonly broker: boolean;
  /** Receives the log of that broker, line by line. */
  readonly onBrokerLog: (line: string) => void;
  /** Called for every internal error, with the tracking id that the client received. Writes to standard error by default. */
  readonly onError: (error: unknown, trackingId: string) => void;
}

/** The lifetime of an authorization ticket and of a one-time address. */
export const visitLifetimeMs = 15 * 60 * 1000;

export interface AuthorizationRequest {
  readonly integration: Integration;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string;
  /** Of RFC 7636, S256. Not in the service API [X9]; requests without it are accepted. */
  readonly challenge: string | undefined;
}

/**
 * A visit to the authorize page. Its id is only in the forms of that page: another site can make the browser post a form
 * here, but does not know the id, so that it cannot approve anything for the user.
 */
export interface AuthorizationTicket {
  readonly id: string;
  readonly request: AuthorizationRequest;
  /** The person who signed in. */
  person: PersonDocument | undefined;
}

/** What the parts of one sandbox share. */
export interface SandboxContext {
  readonly database: Database;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly options: SandboxSettings;
  readonly scopeNames: ScopeNames;
  readonly contents: ContentDisk;
  /** The visits to the authorize page, by id. */
  readonly tickets: ExpiringMap<AuthorizationTicket>;
  /** One-time addresses by id. Each redirects to an address below that of the sandbox. */
  readonly shortcuts: ExpiringMap<string>;
  /** Every message posted through the API since the start, oldest first, without demo data. */
  readonly received: object[];
  /** Requests since the start, by `METHOD path-pattern`. */
  readonly counts: Map<string, number>;
  readonly faults: FaultRegistry;
}
