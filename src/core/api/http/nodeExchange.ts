import type * as http from 'node:http';
import type { ClientRequest } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import { CancelledError } from '../../base/errors.ts';
import type { ConnectionError, ConnectionProblem } from '../errors.ts';
import type { RequestBody, SendRequest, SendResponse } from '../send.ts';
import { NodeBody } from './nodeBody.ts';
import { type NodeAddress, NodeRequest } from './nodeRequest.ts';
import { TotalLimit } from './totalLimit.ts';

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

/**
 * Writes a body to a request, chunk by chunk. Each chunk waits until the connection has taken the previous one, because
 * the memory of chunks is reused. Stops without ending the request if the request is closed or `shouldContinue` returns
 * false. Rejects only with errors of the body. Connection errors are reported by the `error` event of the request.
 */
async function uploadBody(raw: ClientRequest, body: RequestBody, shouldContinue: () => boolean): Promise<void> {
  let onTaken: (() => void) | undefined;
  raw.once('close', () => onTaken?.());
  let isFirst = true;
  for await (const chunk of body.open()) {
    if (!isFirst) await readPendingResponse();
    isFirst = false;
    if (raw.destroyed || !shouldContinue()) return;
    await new Promise<void>((resolve) => {
      onTaken = resolve;
      raw.write(chunk, () => resolve());
    });
    if (raw.destroyed || !shouldContinue()) return;
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
