import { RoomsideError } from '../base/errors.ts';

/** The facts of an answer with an error status. `path` has no query. */
export interface ServiceErrorFacts {
  readonly status: number;
  readonly method: string;
  readonly path: string;
  readonly serviceMessage?: string | undefined;
  readonly trackingId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly oauthError?: string | undefined;
  readonly isWebPage?: boolean;
}

/** The service answered with an error status [A56], or with a redirect, which is never followed. */
export class ServiceError extends RoomsideError {
  readonly status: number;
  readonly method: string;
  readonly path: string;
  /** The explanation of the service for people. Never logged. */
  readonly serviceMessage: string | undefined;
  /** Lets an operator of the service find the request. */
  readonly trackingId: string | undefined;
  /** How long the service asks to wait, without an upper limit. */
  readonly retryAfterMs: number | undefined;
  /** The error code of RFC 6749 section 5.2, for example `invalid_grant`. */
  readonly oauthError: string | undefined;
  /** The body is a web page, so a gateway may have written it instead of the service. */
  readonly isWebPage: boolean;

  constructor(facts: ServiceErrorFacts) {
    const tracking = facts.trackingId === undefined ? '' : ` (${facts.trackingId})`;
    super(`${facts.method} ${facts.path} was answered with ${facts.status}${tracking}`);
    this.status = facts.status;
    this.method = facts.method;
    this.path = facts.path;
    this.serviceMessage = facts.serviceMessage;
    this.trackingId = facts.trackingId;
    this.retryAfterMs = facts.retryAfterMs;
    this.oauthError = facts.oauthError;
    this.isWebPage = facts.isWebPage === true;
  }
}

/**
 * The service asks to wait longer than the request may [A58]: it answered with 429, or the request was not sent because
 * of an earlier 429.
 */
export class RateLimitedError extends ServiceError {
  /** The end of the wait that the service asks for, in milliseconds since the epoch. */
  readonly untilMs: number;

  constructor({ untilMs, ...facts }: Omit<ServiceErrorFacts, 'status'> & { readonly untilMs: number }) {
    super({ ...facts, status: 429 });
    this.untilMs = untilMs;
  }
}

/** `proxy`: the proxy cannot be reached, or it refuses to connect to the host. */
export type ConnectionProblem = 'tls' | 'unreachable' | 'cut' | 'timeout' | 'proxy';

export interface ConnectionErrorFacts {
  /** Host name and port as in the URL. */
  readonly host: string;
  /** The system's error code, for example `ECONNRESET`. */
  readonly code: string;
  readonly kind: ConnectionProblem;
  /** False only if the service certainly did not receive the whole request, and so did not process it. */
  readonly mayHaveBeenProcessed: boolean;
  /** Host name and port of the proxy. */
  readonly proxyHost?: string | undefined;
  /** The status with which the proxy refused. */
  readonly proxyStatus?: number | undefined;
}

/** The connection failed, or was lost before the response was complete. */
export class ConnectionError extends RoomsideError {
  readonly host: string;
  readonly code: string;
  readonly kind: ConnectionProblem;
  readonly mayHaveBeenProcessed: boolean;
  readonly proxyHost: string | undefined;
  readonly proxyStatus: number | undefined;
  /** The certificate is for another name: show the SNI hint [A62]. */
  readonly isHostnameMismatch: boolean;

  constructor(facts: ConnectionErrorFacts, options?: ErrorOptions) {
    super(`${facts.host}: ${facts.kind} (${facts.code})`, options);
    this.host = facts.host;
    this.code = facts.code;
    this.kind = facts.kind;
    this.mayHaveBeenProcessed = facts.mayHaveBeenProcessed;
    this.proxyHost = facts.proxyHost;
    this.proxyStatus = facts.proxyStatus;
    this.isHostnameMismatch = facts.code === 'ERR_TLS_CERT_ALTNAME_INVALID';
  }
}

export type ResponseProblem = 'html' | 'not-json' | 'truncated' | 'wrong-shape';

export interface UnexpectedResponseFacts {
  readonly status: number;
  readonly host: string;
  /** Without query. */
  readonly path: string;
  readonly problem: ResponseProblem;
  readonly contentType?: string | undefined;
}

/** A 2xx status with a body that violates the service API. */
export class UnexpectedResponseError extends RoomsideError {
  readonly status: number;
  readonly host: string;
  readonly path: string;
  readonly problem: ResponseProblem;
  readonly contentType: string | undefined;

  constructor(facts: UnexpectedResponseFacts, options?: ErrorOptions) {
    super(`${facts.host} answered ${facts.path} with ${facts.status} and a body that is ${facts.problem}`, options);
    this.status = facts.status;
    this.host = facts.host;
    this.path = facts.path;
    this.problem = facts.problem;
    this.contentType = facts.contentType;
  }
}

export type PagingProblem = 'foreign-origin' | 'loop' | 'malformed';

/** The service named a next page that is not followed [A28]. The pages before it were returned. */
export class PagingError extends RoomsideError {
  readonly host: string;
  readonly problem: PagingProblem;

  constructor(host: string, problem: PagingProblem) {
    super(`${host} named a next page that is not followed: ${problem}`);
    this.host = host;
    this.problem = problem;
  }
}

/**
 * A message names a file that is not a content of its service [A11]. Fetching it from another server would reveal the
 * reader's token. At another path, the sender of the message would choose the request.
 */
export class ForeignContentError extends RoomsideError {
  readonly host: string;
  readonly problem: 'other-server' | 'other-path';

  constructor(host: string, problem: ForeignContentError['problem'] = 'other-server') {
    super(`a file on ${host} is not a content of the service (${problem})`);
    this.host = host;
    this.problem = problem;
  }
}

/** A file changed between opening it and reading its last byte. */
export class FileChangedError extends RoomsideError {
  readonly fileName: string;
  readonly path: string;

  constructor(fileName: string, path: string) {
    super(`${fileName} changed while it was read`);
    this.fileName = fileName;
    this.path = path;
  }
}

/** A download would overwrite an existing file. */
export class FileExistsError extends RoomsideError {
  readonly path: string;

  constructor(path: string) {
    super('the file to write exists');
    this.path = path;
  }
}

/** A download is larger than allowed, by its headers or by the received bytes. Nothing was kept. */
export class DownloadTooLargeError extends RoomsideError {
  readonly maxByteLength: number;

  constructor(maxByteLength: number) {
    super(`a download is larger than ${maxByteLength} bytes`);
    this.maxByteLength = maxByteLength;
  }
}

/** A download ended with more or fewer bytes than its headers said. Nothing was kept. */
export class IncompleteDownloadError extends RoomsideError {
  readonly expectedByteLength: number;
  readonly byteLength: number;

  constructor(expectedByteLength: number, byteLength: number) {
    super(`${byteLength} bytes were received instead of ${expectedByteLength}`);
    this.expectedByteLength = expectedByteLength;
    this.byteLength = byteLength;
  }
}
