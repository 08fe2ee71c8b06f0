import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { releaseBytes } from '../../core/api/releaseBody.ts';

/** How many bytes are buffered for the reader before the connection is paused. */
const readAheadBytes = 256 * 1024;

/** Bodies above this length release the memory of socket reads. */
const longBytes = 1024 * 1024;

/**
 * The body of a node:http(s) response as an iterable. It buffers more than the built-in iterator of streams, for fast
 * downloads, and it can fail immediately with an error of ours.
 */
export class NodeBody implements AsyncIterableIterator<Uint8Array> {
  readonly #message: IncomingMessage;
  readonly #onDone: () => void;
  #chunks: Uint8Array[] = [];
  #bufferedBytes = 0;
  #receivedBytes = 0;
  #socket: Socket | undefined;
  #isEnded = false;
  #error: Error | undefined;
  #waiting: PromiseWithResolvers<IteratorResult<Uint8Array>> | undefined;

  /** @param onDone called once, when the body has ended, failed or was closed */
  constructor(message: IncomingMessage, onDone: () => void) {
    this.#message = message;
    this.#onDone = onDone;
    message.on('data', (chunk: Uint8Array) => this.#take(chunk));
    message.once('end', () => this.#end());
  }

  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  /** Whether all data has arrived, or the body has failed. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Makes the reader fail after the data that has arrived. Does nothing after the end of the body. */
  fail(error: Error): void {
    if (this.#isEnded) return;
    this.#error = error;
    this.#finish();
    this.#waiting?.reject(error);
  }

  next(): Promise<IteratorResult<Uint8Array>> {
    const chunk = this.#chunks.shift();
    if (chunk !== undefined) {
      this.#bufferedBytes -= chunk.byteLength;
      if (this.#bufferedBytes < readAheadBytes) this.#message.resume();
      return Promise.resolve({ done: false, value: chunk });
    }
    if (this.#error !== undefined) return Promise.reject(this.#error);
    if (this.#isEnded) return Promise.resolve({ done: true, value: undefined });
    this.#waiting = Promise.withResolvers();
    return this.#waiting.promise;
  }

  /** Closes the body: the remaining data is not received. */
  async return(): Promise<IteratorResult<Uint8Array>> {
    this.#chunks = [];
    this.#error = undefined;
    if (!this.#isEnded) {
      this.#finish();
      this.#message.destroy();
    }
    return { done: true, value: undefined };
  }

  #take(chunk: Uint8Array): void {
    if (this.#isEnded) return;
    this.#receivedBytes += chunk.byteLength;
    if (this.#socket === undefined && this.#receivedBytes > longBytes) this.#releaseReads();
    if (this.#waiting !== undefined) {
      this.#waiting.resolve({ done: false, value: chunk });
      this.#waiting = undefined;
      return;
    }
    this.#chunks.push(chunk);
    this.#bufferedBytes += chunk.byteLength;
    if (this.#bufferedBytes >= readAheadBytes) this.#message.pause();
  }

  /**
   * The HTTP parser listens first and copies the body out of the socket reads. Releasing these reads here, and the
   * copies in the reader, limits the memory of a long download to the data in transit.
   */
  #releaseReads(): void {
    this.#socket = this.#message.socket;
    this.#socket.on('data', releaseBytes);
  }

  #end(): void {
    if (this.#isEnded) return;
    this.#finish();
    this.#waiting?.resolve({ done: true, value: undefined });
  }

  #finish(): void {
    this.#isEnded = true;
    this.#socket?.off('data', releaseBytes);
    this.#onDone();
  }
}
