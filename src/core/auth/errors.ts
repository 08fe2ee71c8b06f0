import { ServiceError } from '../api/errors.ts';
import { errorWith, RoomsideError } from '../base/errors.ts';
import { systemCodeOf } from '../base/storage/systemError.ts';

type SignInReason = 'signed-out' | 'expired';

/**
 * No account is signed in, or the session cannot be refreshed: the user has to sign in. The label of the account, if it is
 * known, is never part of the message.
 */
export class SignInRequiredError extends errorWith<{ reason: SignInReason; label: string | undefined }>() {
  constructor(reason: SignInReason, label?: string) {
    super(`sign-in required: ${reason}`, { reason, label });
  }
}

/**
 * The token has expired and cannot be refreshed now, because the connection or the service is down. The session is
 * kept, and the refresh is retried. `cause` is the last failure.
 */
export class RefreshDelayedError extends errorWith<{ host: string }>() {
  constructor(host: string, options: ErrorOptions) {
    super(`${host} cannot refresh the session now`, { host }, options);
  }

  /** The service has refused the session and is asked about it again, which ends within minutes. */
  get isRefusal(): boolean {
    return this.cause instanceof ServiceError && this.cause.status === 401;
  }
}

interface SignInRefusal {
  /** For example `access_denied`. */
  readonly error: string;
  readonly description: string | undefined;
  /** A broker chose the requested scopes, and not the user's own settings. */
  readonly isThroughBroker: boolean;
}

/** The service redirected back without a code (RFC 6749, 4.1.2.1). */
export class SignInRefusedError extends errorWith<SignInRefusal>() {
  constructor(error: string, description: string | undefined, isThroughBroker = false) {
    super(`sign-in refused: ${error}`, { error, description, isThroughBroker });
  }
}

/** The service refuses the client ID or the client secret of the user's own integration (RFC 6749, 5.2). */
export class ClientRefusedError extends errorWith<{ host: string }>() {
  constructor(host: string, options: ErrorOptions) {
    super(`${host} refused the client`, { host }, options);
  }
}

/** The port for the loopback redirect is not available. `code` is the system's error code, for example `EADDRINUSE`. */
export class LoopbackPortError extends errorWith<{ port: number; code: string }>() {
  constructor(port: number, cause: unknown) {
    const code = systemCodeOf(cause) ?? 'unknown';
    super(`cannot listen on port ${port}: ${code}`, { port, code }, { cause });
  }
}

/** The broker refuses the sealed code: it is older than two minutes, or was used. */
export class SignInLinkExpiredError extends RoomsideError {}

/** The server at the broker's URL is no broker (404). The session is kept, because the URL can be corrected. */
export class BrokerNotFoundError extends ServiceError {
  /** Without trailing slash. */
  readonly brokerUrl: string;

  constructor(brokerUrl: string, facts: ConstructorParameters<typeof ServiceError>[0]) {
    super(facts);
    this.brokerUrl = brokerUrl;
  }
}

interface UnknownPerson {
  readonly host: string;
  /** Asks the service again, and has the result of the sign-in itself. Simultaneous calls share one request. */
  readonly retry: () => Promise<void>;
}

/**
 * The service returned tokens, but not their person. This error keeps the tokens, so that a retry needs no other
 * sign-in. `cause` is the last failure.
 */
export class PersonUnknownError extends errorWith<UnknownPerson>() {
  constructor(host: string, retry: () => Promise<void>, options: ErrorOptions) {
    super(`${host} did not say who signed in`, { host, retry }, options);
  }
}

type UrlProblem = 'empty' | 'not-a-url' | 'not-https' | 'has-credentials' | 'has-query' | 'below-v1';

/** The typed URL of the service is invalid. */
export class BaseUrlError extends errorWith<{ problem: UrlProblem }>() {
  constructor(problem: UrlProblem) {
    super(`URL refused: ${problem}`, { problem });
  }
}

/** The configured URL of the token broker is invalid. */
export class BrokerUrlError extends BaseUrlError {}

/** The secret store could not be read or written: the keyring is missing or locked. */
export class SecretStoreError extends errorWith<{ operation: 'read' | 'write' | 'remove' }>() {
  constructor(operation: 'read' | 'write' | 'remove', cause: unknown) {
    super(`secret store could not ${operation}`, { operation }, { cause });
  }
}

/** An account was signed in, but the secret store has lost it: it was reset, or it exists only as long as a window. */
export class SessionLostError extends RoomsideError {}
