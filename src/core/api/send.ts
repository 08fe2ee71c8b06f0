/** A request in the pipe. `url` is absolute. Header names are lower case. */
export interface SendRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
  /** The response may be a large file: its time limit grows with its bytes. */
  readonly isDownload?: boolean;
  /** Awaited right before each try. If it rejects, the request is not sent and fails with that error. */
  readonly beforeSend?: (() => Promise<void>) | undefined;
  /**
   * Awaited after each 429, to this request or to another one before this one was sent, with the end of the wait that the
   * service asks for. The request was not processed.
   */
  readonly onRateLimited?: ((untilMs: number) => Promise<void>) | undefined;
}

/**
 * A body is a factory, so that it can be sent again after a retry or with a new token. A chunk is valid only until the
 * next one is requested, because file bodies reuse their buffers.
 */
export interface RequestBody {
  readonly contentType: string;
  readonly byteLength: number;
  /** The whole body if it is a short text. A transport may send it with the headers instead of calling `open`. */
  readonly text?: string;
  open(): AsyncIterable<Uint8Array>;
}

/**
 * A response whose headers have arrived. Read the body to its end, leave it by `break`, or call `discardBody`. Unlike
 * the chunks of a request, its chunks may be kept.
 */
export interface SendResponse {
  readonly status: number;
  /** A header by its lower-case name. Several headers of one name are joined by ", ". */
  header(name: string): string | undefined;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The pipe to the service. Each concern is a `(next: Send) => Send`. */
export type Send = (request: SendRequest, signal?: AbortSignal) => Promise<SendResponse>;

/**
 * The part of an absolute URL that may appear in errors and in the log: host name with port, and path. No query, which can
 * contain codes and names.
 */
export function requestTarget(url: string): { readonly host: string; readonly path: string } {
  const { host = '', pathname: path = '' } = URL.parse(url) ?? {};
  return { host, path };
}
