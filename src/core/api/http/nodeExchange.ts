import type * as http from 'node:http';
import type { Clock } from '../../base/clock.ts';
import { CancelledError } from '../../base/errors.ts';
import type { ConnectionError, ConnectionProblem } from '../errors.ts';
import type { SendRequest, SendResponse } from '../send.ts';
import type { NodeAddress } from './nodeAddress.ts';
import { NodeBody } from './nodeBody.ts';
import { NodeRequest } from './nodeRequest.ts';
import { uploadBody } from './nodeUpload.ts';
import { TotalLimit } from './totalLimit.ts';

export interface ExchangeOptions {
  readonly address: NodeAddress;
  readonly connectTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly clock: Clock;
}

/** One request and its response on node:http(s). */
export class NodeExchange {
  /** Resolves when the headers have arrived, possibly while the request body is still being sent. */
  readonly response: Promise<SendResponse>;
  readonly #request: SendRequest;
  readonly #opened: NodeRequest;
  readonly #raw: http.ClientRequest;
  readonly #signal: AbortSignal | undefined;
  readonly #head = Promise.withResolvers<SendResponse>();
  readonly #connectTimer: NodeJS.Timeout | undefined;
  readonly #totalLimit: TotalLimit;
  readonly #onAbort = () => this.#fail(new CancelledError());
  #message: http.IncomingMessage | undefined;
  #body: NodeBody | undefined;
  #isConnected = false;
  #hasFailed = false;
  #wasStale = false;

  constructor(request: SendRequest, options: ExchangeOptions, signal: AbortSignal | undefined) {
    const { address, idleTimeoutMs, connectTimeoutMs } = options;
    this.#request = request;
    this.#signal = signal;
    this.response = this.#head.promise;
    const { method } = request;
    this.#opened = new NodeRequest(address, { method, headers: headersOf(request), timeout: idleTimeoutMs });
    this.#raw = this.#opened.raw;
    // No timer for a reused connection: it is a large part of the cost of a small request.
    if (!this.#raw.reusedSocket) this.#connectTimer = setTimeout(() => this.#timeOut('connect'), connectTimeoutMs);
    this.#totalLimit = this.#startTotalLimit(options);
    this.#raw.on('timeout', () => this.#timeOut('idle'));
    this.#raw.once('response', (message) => this.#onResponse(message));
    this.#raw.on('error', (error) => this.#fail(this.#toConnectionError(error)));
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    this.#opened.whenReady(
      () => this.#connected(),
      (error) => this.#fail(error),
    );
  }

  /** Whether the request failed because the server had closed the kept-alive connection. */
  get wasStale(): boolean {
    return this.#wasStale;
  }

  #startTotalLimit({ clock, totalTimeoutMs: baseMs }: ExchangeOptions): TotalLimit {
    const { body, isDownload } = this.#request;
    const transferredBytes = () => (body?.byteLength ?? 0) + (isDownload ? (this.#body?.receivedBytes ?? 0) : 0);
    const isPaused = () => this.#message?.isPaused() ?? false;
    return new TotalLimit({ clock, baseMs, transferredBytes, isPaused, onOver: () => this.#timeOut('total') });
  }

  #connected(): void {
    clearTimeout(this.#connectTimer);
    this.#isConnected = true;
    if (!this.#hasFailed) this.#sendBody();
  }

  #sendBody(): void {
    const { body } = this.#request;
    if (body === undefined) this.#raw.end();
    else if (body.text !== undefined) this.#raw.end(body.text);
    else {
      const shouldContinue = () => !this.#hasFailed && (this.#message?.statusCode ?? 0) < 300;
      uploadBody(this.#raw, body, shouldContinue).catch((error: unknown) => this.#fail(asError(error)));
    }
  }

  #onResponse(message: http.IncomingMessage): void {
    const refusal = this.#opened.refusal(message);
    if (refusal !== undefined) {
      this.#fail(refusal);
      return;
    }
    const body = new NodeBody(message, () => this.#done());
    this.#message = message;
    this.#body = body;
    // `close` follows `end`. Without `end`, the connection was lost, and the request emits no error.
    message.once('close', () => {
      // The error is created only if needed: its stack trace costs more than the rest of the response.
      if (!body.isEnded) body.fail(this.#problem('cut', 'ECONNRESET'));
    });
    this.#head.resolve({
      status: message.statusCode ?? 0,
      header: (name) => {
        const value = message.headers[name];
        return Array.isArray(value) ? value.join(', ') : value;
      },
      body,
    });
  }

  /** The body ended. If the upload is not finished, it is aborted: the connection cannot be reused. */
  #done(): void {
    this.#totalLimit.dispose();
    this.#signal?.removeEventListener('abort', this.#onAbort);
    if (!this.#raw.writableEnded) this.#raw.destroy();
  }

  #timeOut(phase: 'connect' | 'idle' | 'total'): void {
    // While a slow reader pauses the connection, the service is not idle.
    if (phase === 'idle' && this.#message?.isPaused()) return;
    this.#fail(this.#problem('timeout', 'ETIMEDOUT'));
  }

  #fail(error: Error): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    clearTimeout(this.#connectTimer);
    this.#totalLimit.dispose();
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#head.reject(error);
    this.#body?.fail(error);
    this.#raw.destroy();
  }

  /** The service cannot have processed a request whose body is incomplete. */
  get #mayHaveBeenProcessed(): boolean {
    return this.#isConnected && this.#raw.writableEnded;
  }

  #toConnectionError(error: Error): ConnectionError {
    const converted = this.#opened.failure(error, this.#mayHaveBeenProcessed);
    this.#wasStale = this.#raw.reusedSocket && this.#body === undefined && converted.kind === 'cut';
    return converted;
  }

  #problem(kind: ConnectionProblem, code: string): ConnectionError {
    return this.#opened.problem(kind, code, this.#mayHaveBeenProcessed);
  }
}

/**
 * Some gateways refuse clients without a user agent. VS Code wraps the global agent in its own, for which Node would
 * send `Connection: close`.
 */
const ownHeaders = { 'user-agent': 'roomside', connection: 'keep-alive' };

function headersOf({ method, headers, body }: SendRequest): http.OutgoingHttpHeaders {
  if (body !== undefined) {
    return { ...ownHeaders, ...headers, 'content-type': body.contentType, 'content-length': body.byteLength };
  }
  const isBodyExpected = method === 'POST' || method === 'PUT';
  return isBodyExpected ? { ...ownHeaders, ...headers, 'content-length': 0 } : { ...ownHeaders, ...headers };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('the body of a request failed', { cause: error });
}
