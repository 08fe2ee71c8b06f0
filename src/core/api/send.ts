/** A request on its way down the pipe. `url` is absolute; header names are lower case. */
export interface SendRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
  /** Awaited right before each try; when it rejects, the request does not go out and fails with that error. */
  readonly beforeSend?: (() => Promise<void>) | undefined;
  /** The answer may be a large file: the time it is given grows with its bytes. */
  readonly isDownload?: boolean;
  /** Told `true` each time it is about to go out, and `false` when it came back refused by the rate limit. */
  readonly onRequestSent?: ((requestSent: boolean) => void) | undefined;
}

/**
 * A body is a factory, so that a retry or a new token can send it again: a stream once read cannot be.
 * A chunk is valid only until the next one is asked for, because file bodies reuse their buffers.
 */
export interface RequestBody {
  readonly contentType: string;
  readonly byteLength: number;
  /** The whole body, where it is a short text: a transport may send it together with the head instead of calling `open`. */
  readonly text?: string;
  open(): AsyncIterable<Uint8Array>;
}

/**
 * The answer as soon as its head is here. The body must be read to its end, left by `break`, or let go with
 * `discardBody`. Unlike those of a request its chunks may be kept.
 */
export interface SendResponse {
  readonly status: number;
  /** One header by its lower-case name; several of one name are joined by ", ". */
  header(name: string): string | undefined;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The pipe to the service: every concern is a `(next: Send) => Send`. */
export type Send = (request: SendRequest, signal?: AbortSignal) => Promise<SendResponse>;
