import type * as http from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { ConnectionError, type ConnectionProblem } from '../../core/api/errors.ts';
import type { RequestBody, SendRequest, SendResponse } from '../../core/api/send.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { Disposable } from '../../core/base/disposable.ts';
import { CancelledError } from '../../core/base/errors.ts';
import { NodeBody } from './nodeBody.ts';
import { type NodeAddress, NodeRequest, statusOf } from './nodeRequest.ts';
import { startTotalLimit } from './totalLimit.ts';

interface ExchangeOptions {
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
  readonly #connectTimer: Disposable | undefined;
  readonly #totalLimit: Disposable;
  readonly #onAbort = () => this.#fail(new CancelledError());
  #message: http.IncomingMessage | undefined;
  #body: NodeBody | undefined;

  constructor(request: SendRequest, options: ExchangeOptions, signal: AbortSignal | undefined) {
    const { address, idleTimeoutMs, connectTimeoutMs, clock } = options;
    this.#request = request;
    this.#signal = signal;
    this.response = this.#head.promise;
    const { method } = request;
    this.#opened = new NodeRequest(address, { method, headers: headersOf(request), timeout: idleTimeoutMs });
    this.#raw = this.#opened.raw;
    // No timer for a reused connection: it is a large part of the cost of a small request.
    if (!this.#raw.reusedSocket) this.#connectTimer = clock.startTimer(connectTimeoutMs, () => this.#timeOut());
    this.#totalLimit = this.#startTotalLimit(options);
    // While a slow reader pauses the connection, the service is not idle.
    this.#raw.on('timeout', () => this.#message?.isPaused() || this.#timeOut());
    this.#raw.once('response', (message) => this.#onResponse(message));
    this.#raw.on('error', (error) => this.#fail(this.#opened.failure(error, this.#mayHaveBeenProcessed)));
    signal?.addEventListener('abort', this.#onAbort);
    this.#opened.whenReady(
      () => this.#sendBody(),
      (error) => this.#fail(error),
    );
  }

  /** Whether `response` rejected with this error because the server had closed the kept-alive connection. */
  wasStale(error: unknown): boolean {
    return this.#raw.reusedSocket && error instanceof ConnectionError && error.kind === 'cut';
  }

  #startTotalLimit({ clock, totalTimeoutMs: baseMs }: ExchangeOptions): Disposable {
    const { body, isDownload } = this.#request;
    const transferredBytes = () => (body?.byteLength ?? 0) + (isDownload ? (this.#body?.receivedBytes ?? 0) : 0);
    const isPaused = () => this.#message?.isPaused() === true;
    return startTotalLimit({ clock, baseMs, transferredBytes, isPaused, onOver: () => this.#timeOut() });
  }

  /** Called when the connection is there. */
  #sendBody(): void {
    this.#connectTimer?.dispose();
    const { body } = this.#request;
    if (body === undefined) this.#raw.end();
    else if (body.text !== undefined) this.#raw.end(body.text);
    else {
      const isRefused = () => this.#message !== undefined && statusOf(this.#message) >= 300;
      uploadBody(this.#raw, body, isRefused).catch((error: Error) => this.#fail(error));
    }
  }

  #onResponse(message: http.IncomingMessage): void {
    const refusal = this.#opened.refusal(message);
    if (refusal === undefined) this.#receive(message);
    else this.#fail(refusal);
  }

  #receive(message: http.IncomingMessage): void {
    const body = new NodeBody(message, () => this.#done());
    this.#message = message;
    this.#body = body;
    // `close` follows `end`. Without `end`, the connection was lost, and the request emits no error.
    message.once('close', () => {
      // The error is created only if needed: its stack trace costs more than the rest of the response.
      if (!body.isEnded) body.fail(this.#problem('cut', 'ECONNRESET'));
    });
    const response: SendResponse = {
      status: statusOf(message),
      header: (name) => {
        const value = message.headers[name];
        return Array.isArray(value) ? value.join(', ') : value;
      },
      body,
    };
    this.#head.resolve(response.header('content-encoding') === undefined ? response : decoded(this.#request, response));
  }

  /** The body ended. If the upload is not finished, it is aborted: the connection cannot be reused. */
  #done(): void {
    this.#totalLimit.dispose();
    this.#signal?.removeEventListener('abort', this.#onAbort);
    if (!this.#raw.writableEnded) this.#raw.destroy();
  }

  #timeOut(): void {
    this.#fail(this.#problem('timeout', 'ETIMEDOUT'));
  }

  #fail(error: Error): void {
    this.#connectTimer?.dispose();
    this.#totalLimit.dispose();
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#head.reject(error);
    this.#body?.fail(error);
    this.#raw.destroy();
  }

  /** The service cannot have processed a request whose body is incomplete. A body is sent only over a connection. */
  get #mayHaveBeenProcessed(): boolean {
    return this.#raw.writableEnded;
  }

  #problem(kind: ConnectionProblem, code: string): ConnectionError {
    return this.#opened.problem(kind, code, this.#mayHaveBeenProcessed);
  }
}

/** Rarely needed, so loaded on first use. */
async function decoded(request: SendRequest, response: SendResponse): Promise<SendResponse> {
  return (await import('./decodedBody.ts')).decodedResponse(request, response);
}

/**
 * Some gateways refuse clients without a user agent. VS Code wraps the global agent in its own, for which Node would
 * send `Connection: close`. Without `accept-encoding`, bodies may be compressed (RFC 9110, 12.5.3); some are in spite of it.
 */
const ownHeaders = { 'user-agent': 'roomside', connection: 'keep-alive', 'accept-encoding': 'identity' };

function headersOf({ method, headers, body }: SendRequest): http.OutgoingHttpHeaders {
  if (body !== undefined) {
    return { ...ownHeaders, ...headers, 'content-type': body.contentType, 'content-length': body.byteLength };
  }
  const isBodyExpected = method === 'POST' || method === 'PUT';
  return isBodyExpected ? { ...ownHeaders, ...headers, 'content-length': 0 } : { ...ownHeaders, ...headers };
}

/**
 * Writes a body to a request, chunk by chunk. Each chunk waits until the connection has taken the previous one, because
 * the memory of chunks is reused. Stops without ending the request if the request is closed or `isRefused` returns
 * true. Rejects only with errors of the body. Connection errors are reported by the `error` event of the request.
 */
async function uploadBody(raw: http.ClientRequest, body: RequestBody, isRefused: () => boolean): Promise<void> {
  let onTaken: (() => void) | undefined;
  raw.once('close', () => onTaken?.());
  for await (const chunk of body.open()) {
    await readPendingResponse();
    if (raw.destroyed || isRefused()) return;
    await new Promise<void>((resolve) => {
      onTaken = resolve;
      raw.write(chunk, () => resolve());
    });
  }
  raw.end();
}

/** This many turns of the event loop certainly poll the connection once, at almost no cost. */
const readTurns = 4;

/**
 * Lets Node read data that has arrived. A service that refuses early may close the connection during the upload. A
 * write that fails then would lose the unread response.
 */
async function readPendingResponse(): Promise<void> {
  for (let turn = 0; turn < readTurns; turn += 1) await setImmediate();
}
