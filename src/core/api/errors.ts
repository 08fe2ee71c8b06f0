import { errorWith, RoomsideError } from '../base/errors.ts';

interface ServiceErrorFacts {
  readonly status: number;
  readonly method: string;
  /** Without query. */
  readonly path: string;
  /** The explanation of the service for people. Never logged. */
  readonly serviceMessage?: string | undefined;
  /** Lets an operator of the service find the request. */
  readonly trackingId?: string | undefined;
  /** How long the service asks to wait, without an upper limit. After several 429s at least the wait that follows them. */
  readonly retryAfterMs?: number | undefined;
  /** The error code of RFC 6749 section 5.2, for example `invalid_grant`. */
  readonly oauthError?: string | undefined;
  /** The body is a web page, so a gateway may have written it instead of the service. */
  readonly isWebPage?: boolean;
}

/** The service answered with an error status [A56], or with a redirect, which is never followed. */
export class ServiceError extends errorWith<ServiceErrorFacts>() {
  constructor(facts: ServiceErrorFacts) {
    const tracking = facts.trackingId === undefined ? '' : ` (${facts.trackingId})`;
    super(`${facts.method} ${facts.path} was answered with ${facts.status}${tracking}`, facts);
  }
}

/** What was asked for does not exist [A56], or no longer (410, RFC 9110 section 15.5.11). */
export function isMissing(error: unknown): error is ServiceError {
  return error instanceof ServiceError && (error.status === 404 || error.status === 410);
}

/** Not allowed, not found, or not supported by the service [A56]: so it answers what the service API does not have. */
export function isNotOffered(error: unknown): boolean {
  return isMissing(error) || (error instanceof ServiceError && [403, 405].includes(error.status));
}

/** `proxy`: the proxy cannot be reached, or it refuses to connect to the host. */
export type ConnectionProblem = 'tls' | 'unreachable' | 'cut' | 'timeout' | 'proxy';

interface ConnectionErrorFacts {
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
export class ConnectionError extends errorWith<ConnectionErrorFacts>() {
  constructor(facts: ConnectionErrorFacts, options?: ErrorOptions) {
    super(`${facts.host}: ${facts.kind} (${facts.code})`, facts, options);
  }
}

/** `encoded`: its `Content-Encoding` is unknown or wrong, or it is too long when decoded. */
export type ResponseProblem = 'html' | 'encoded' | 'not-json' | 'truncated' | 'wrong-shape';

interface UnexpectedResponseFacts {
  readonly status: number;
  readonly host: string;
  /** Without query. */
  readonly path: string;
  readonly problem: ResponseProblem;
}

/** A 2xx status with a body that violates the service API. */
export class UnexpectedResponseError extends errorWith<UnexpectedResponseFacts>() {
  constructor(facts: UnexpectedResponseFacts, options?: ErrorOptions) {
    const { host, path, status, problem } = facts;
    super(`${host} answered ${path} with ${status} and a body that is ${problem}`, facts, options);
  }
}

type PagingProblem = 'foreign-origin' | 'loop' | 'malformed';

/** The service named a next page that is not followed [A28]. The pages before it were returned. */
export class PagingError extends errorWith<{ host: string; problem: PagingProblem }>() {
  constructor(host: string, problem: PagingProblem) {
    super(`${host} named a next page that is not followed: ${problem}`, { host, problem });
  }
}

type ForeignProblem = 'other-server' | 'other-path';

/**
 * A message names a file that is not a content of its service [A11]. Fetching it from another server would reveal the
 * reader's token. At another path, the sender of the message would choose the request.
 */
export class ForeignContentError extends errorWith<{ host: string; problem: ForeignProblem }>() {
  constructor(host: string, problem: ForeignProblem = 'other-server') {
    super(`a file on ${host} is not a content of the service (${problem})`, { host, problem });
  }
}

/** A file changed between opening it and reading its last byte. */
export class FileChangedError extends errorWith<{ fileName: string }>() {
  constructor(fileName: string) {
    super(`${fileName} changed while it was read`, { fileName });
  }
}

/** A download would overwrite an existing file. */
export class FileExistsError extends RoomsideError {
  constructor() {
    super('the file to write exists');
  }
}

/** A download is larger than allowed, by its headers or by the received bytes. Nothing was kept. */
export class DownloadTooLargeError extends errorWith<{ maxByteLength: number }>() {
  constructor(maxByteLength: number) {
    super(`a download is larger than ${maxByteLength} bytes`, { maxByteLength });
  }
}

/** A download ended with more or fewer bytes than its headers said. Nothing was kept. */
export class IncompleteDownloadError extends errorWith<{ expectedByteLength: number; byteLength: number }>() {
  constructor(expectedByteLength: number, byteLength: number) {
    super(`${byteLength} bytes were received instead of ${expectedByteLength}`, { expectedByteLength, byteLength });
  }
}
