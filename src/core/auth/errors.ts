import { ServiceError, type ServiceErrorFacts } from '../api/errors.ts';
import { RoomsideError } from '../base/errors.ts';
import { systemCodeOf } from '../base/storage/systemError.ts';

/** No account is signed in, or the session cannot be refreshed: the user has to sign in. */
export class SignInRequiredError extends RoomsideError {
  readonly reason: 'signed-out' | 'expired';
  /** The label of the account, if it is known; never part of the message. */
  readonly label: string | undefined;

  constructor(reason: 'signed-out' | 'expired', label?: string) {
    super(`sign-in required: ${reason}`);
    this.reason = reason;
    this.label = label;
  }
}

/**
 * The token has expired and cannot be refreshed now, because the connection or the service is down. The session is
 * kept, and the refresh is retried. `cause` is the last failure.
 */
export class RefreshDelayedError extends RoomsideError {
  readonly host: string;
  /** When the refresh is retried at the latest, in milliseconds since the epoch. */
  readonly retryAtMs: number;

  constructor(facts: { readonly host: string; readonly retryAtMs: number }, options: ErrorOptions) {
    super(`${facts.host} cannot refresh the session now`, options);
    this.host = facts.host;
    this.retryAtMs = facts.retryAtMs;
  }
}

/** The service redirected back without a code (RFC 6749, 4.1.2.1). */
export class SignInRefusedError extends RoomsideError {
  /** For example `access_denied`. */
  readonly error: string;
  readonly description: string | undefined;
  /** A broker chose the requested scopes, and not the user's own settings. */
  readonly isThroughBroker: boolean;

  constructor(error: string, description: string | undefined, isThroughBroker = false) {
    super(`sign-in refused: ${error}`);
    this.error = error;
    this.description = description;
    this.isThroughBroker = isThroughBroker;
  }
}

/** The service refuses the client ID or the client secret of the user's own integration (RFC 6749, 5.2). */
export class ClientRefusedError extends RoomsideError {
  readonly host: string;

  constructor(host: string, options: ErrorOptions) {
    super(`${host} refused the client`, options);
    this.host = host;
  }
}

/** The port for the loopback redirect is not available. `code` is the system's error code, for example `EADDRINUSE`. */
export class LoopbackPortError extends RoomsideError {
  readonly port: number;
  readonly code: string;

  constructor(port: number, cause: unknown) {
    const code = systemCodeOf(cause) ?? 'unknown';
    super(`cannot listen on port ${port}: ${code}`, { cause });
    this.port = port;
    this.code = code;
  }
}

/** The broker refuses the sealed code: it is older than two minutes, or was used. */
export class SignInLinkExpiredError extends RoomsideError {
  constructor() {
    super('the broker refused the sealed code');
  }
}

/** The server at the broker's URL is no broker (404). The session is kept, because the URL can be corrected. */
export class BrokerNotFoundError extends ServiceError {
  /** Without trailing slash. */
  readonly brokerUrl: string;

  constructor(brokerUrl: string, facts: ServiceErrorFacts) {
    super(facts);
    this.brokerUrl = brokerUrl;
  }
}

/**
 * The service returned tokens, but not their person. This error keeps the tokens, so that a retry needs no other
 * sign-in. `cause` is the last failure.
 */
export class PersonUnknownError extends RoomsideError {
  readonly host: string;
  /** Asks the service again, and has the result of the sign-in itself. Simultaneous calls share one request. */
  readonly retry: () => Promise<void>;

  constructor(host: string, retry: () => Promise<void>, options: ErrorOptions) {
    super(`${host} did not say who signed in`, options);
    this.host = host;
    this.retry = retry;
  }
}

/** The typed URL of the service is invalid. */
export class BaseUrlError extends RoomsideError {
  readonly problem: 'empty' | 'not-a-url' | 'not-https' | 'has-credentials' | 'has-query' | 'below-v1';

  constructor(problem: BaseUrlError['problem']) {
    super(`base URL refused: ${problem}`);
    this.problem = problem;
  }
}

/** The configured URL of the token broker is invalid. */
export class BrokerUrlError extends RoomsideError {
  readonly problem: BaseUrlError['problem'];

  constructor(problem: BaseUrlError['problem']) {
    super(`broker URL refused: ${problem}`);
    this.problem = problem;
  }
}

/** The secret store could not be read or written: the keyring is missing or locked. */
export class SecretStoreError extends RoomsideError {
  readonly operation: 'read' | 'write' | 'remove';

  constructor(operation: SecretStoreError['operation'], cause: unknown) {
    super(`secret store could not ${operation}`, { cause });
    this.operation = operation;
  }
}

/** An account was signed in, but the secret store has lost it: it was reset, or it exists only as long as a window. */
export class SessionLostError extends RoomsideError {
  constructor() {
    super('the secret store lost the session');
  }
}
