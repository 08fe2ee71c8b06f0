import { ServiceError, type ServiceErrorFacts } from '../api/errors.ts';
import { RoomsideError } from '../base/errors.ts';

/** Nobody is signed in, or the session cannot be renewed: only the user can go on. */
export class SignInRequiredError extends RoomsideError {
  readonly reason: 'signed-out' | 'expired';
  /** Whose session it was, where that is known; never part of the message. */
  readonly label: string | undefined;

  constructor(reason: 'signed-out' | 'expired', label?: string) {
    super(`sign-in required: ${reason}`);
    this.reason = reason;
    this.label = label;
  }
}

/**
 * The token has lapsed and cannot be renewed for now, because the line or the service is down. The session is kept, and
 * it is tried again. `cause` is what failed last.
 */
export class RefreshDelayedError extends RoomsideError {
  readonly host: string;
  /** When it is tried again at the latest, in milliseconds since the epoch. */
  readonly retryAtMs: number;

  constructor(facts: { readonly host: string; readonly retryAtMs: number }, options: ErrorOptions) {
    super(`${facts.host} cannot renew the session for now`, options);
    this.host = facts.host;
    this.retryAtMs = facts.retryAtMs;
  }
}

/** The service sent the user back without a code (RFC 6749, 4.1.2.1). */
export class SignInRefusedError extends RoomsideError {
  /** For example `access_denied`. */
  readonly error: string;
  readonly description: string | undefined;
  /** A broker chose what was asked for, and not the user's own settings. */
  readonly isThroughBroker: boolean;

  constructor(error: string, description: string | undefined, isThroughBroker = false) {
    super(`sign-in refused: ${error}`);
    this.error = error;
    this.description = description;
    this.isThroughBroker = isThroughBroker;
  }
}

/** The service does not accept the client ID or the client secret of the user's own integration (RFC 6749, 5.2). */
export class ClientRefusedError extends RoomsideError {
  readonly host: string;

  constructor(host: string, options: ErrorOptions) {
    super(`${host} refused the client`, options);
    this.host = host;
  }
}

/** The port for the browser's way back cannot be had. `code` is the system's, for example `EADDRINUSE`. */
export class LoopbackPortError extends RoomsideError {
  readonly port: number;
  readonly code: string;

  constructor(port: number, cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    super(`cannot listen on port ${port}: ${code}`, { cause });
    this.port = port;
    this.code = code;
  }
}

/** The broker takes the sealed code no more: it is older than two minutes, or was used. */
export class SignInLinkExpiredError extends RoomsideError {
  constructor() {
    super('the broker refused the sealed code');
  }
}

/** Somebody answers at the address of the broker, and knows nothing of one: 404. The session is kept, the address can be mended. */
export class BrokerNotFoundError extends ServiceError {
  /** Without a slash at its end. */
  readonly brokerUrl: string;

  constructor(brokerUrl: string, facts: ServiceErrorFacts) {
    super(facts);
    this.brokerUrl = brokerUrl;
  }
}

/**
 * The service gave tokens, and then did not say whose they are. They are kept here, and nowhere else, so that asking again
 * needs no other sign-in. `cause` is what failed last.
 */
export class PersonUnknownError extends RoomsideError {
  readonly host: string;
  /** Asks again, and ends like the sign-in itself; of several calls at once one is made. */
  readonly retry: () => Promise<void>;

  constructor(host: string, retry: () => Promise<void>, options: ErrorOptions) {
    super(`${host} did not say who signed in`, options);
    this.host = host;
    this.retry = retry;
  }
}

/** The address typed for the service cannot be one. */
export class BaseUrlError extends RoomsideError {
  readonly problem: 'empty' | 'not-a-url' | 'not-https' | 'has-credentials' | 'has-query' | 'below-v1';

  constructor(problem: BaseUrlError['problem']) {
    super(`base URL refused: ${problem}`);
    this.problem = problem;
  }
}

/** The address set for the token broker cannot be one. */
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

  constructor(act: SecretStoreError['operation'], cause: unknown) {
    super(`secret store could not ${act}`, { cause });
    this.operation = act;
  }
}

/** Somebody was signed in here, and the secret store knows nothing of it: it was reset, or lives only as long as a window. */
export class SessionLostError extends RoomsideError {
  constructor() {
    super('the secret store lost the session');
  }
}
