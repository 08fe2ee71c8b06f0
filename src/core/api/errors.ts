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
  /** What the service says of it, for people. Never put into the log. */
  readonly serviceMessage: string | undefined;
  /** What an operator of the service can find the request by. */
  readonly trackingId: string | undefined;
  /** How long the service asks to wait, however long that is. */
  readonly retryAfterMs: number | undefined;
  /** The error code of RFC 6749 section 5.2, for example `invalid_grant`. */
  readonly oauthError: string | undefined;
  /** The body is a web page: somebody on the way, rather than the service, may have written it. */
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
    this.isWebPage = facts.isWebPage ?? false;
  }
}

/** `proxy`: the proxy cannot be reached, or refuses to connect to the host. */
export type ConnectionProblem = 'tls' | 'unreachable' | 'cut' | 'timeout' | 'proxy';

export interface ConnectionErrorFacts {
  /** Name and port as in the URL. */
  readonly host: string;
  /** The code of the system, for example `ECONNRESET`. */
  readonly code: string;
  readonly kind: ConnectionProblem;
  /** False only when it is certain that the request did not get there whole, and so was not done. */
  readonly mayHaveBeenProcessed: boolean;
  /** Name and port of the proxy that was asked to connect to the host. */
  readonly proxyHost?: string | undefined;
  /** How the proxy answered, where it refused. */
  readonly proxyStatus?: number | undefined;
}

/** No answer came, or it broke off: the connection could not be made or did not last. */
export class ConnectionError extends RoomsideError {
  readonly host: string;
  readonly code: string;
  readonly kind: ConnectionProblem;
  readonly mayHaveBeenProcessed: boolean;
  readonly proxyHost: string | undefined;
  readonly proxyStatus: number | undefined;
  /** The certificate is for another name: the SNI hint [A62] belongs here. */
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

/** A status of success, but a body that is not what the interface promises. */
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

/** The service named a next page that is not followed [A28]. The pages before it were given out. */
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
 * A message names a file that is not a content of its service [A11]. On another server, fetching it would show that
 * server the reader's token; at another path, the request would be one that the sender of the message chose.
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

/** A file became longer, shorter or different between its opening and its end. */
export class FileChangedError extends RoomsideError {
  readonly fileName: string;
  readonly path: string;

  constructor(fileName: string, path: string) {
    super(`${fileName} changed while it was read`);
    this.fileName = fileName;
    this.path = path;
  }
}

/** A download would have taken the place of a file that is there. */
export class FileExistsError extends RoomsideError {
  readonly path: string;

  constructor(path: string) {
    super('the file to write exists already');
    this.path = path;
  }
}

/** A download is larger than it may be, by its headers or by the bytes that arrived; nothing of it was kept. */
export class DownloadTooLargeError extends RoomsideError {
  readonly maxByteLength: number;

  constructor(maxByteLength: number) {
    super(`a download is larger than ${maxByteLength} bytes`);
    this.maxByteLength = maxByteLength;
  }
}

/** A download ended with more or fewer bytes than its head promised; nothing of it was kept. */
export class IncompleteDownloadError extends RoomsideError {
  readonly expectedByteLength: number;
  readonly byteLength: number;

  constructor(expectedByteLength: number, byteLength: number) {
    super(`${byteLength} bytes came where ${expectedByteLength} were promised`);
    this.expectedByteLength = expectedByteLength;
    this.byteLength = byteLength;
  }
}
