import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { releaseBytes } from './releaseBytes.ts';

/** So much is taken from the connection ahead of the reader before the sender is made to wait. */
const readAheadBytes = 256 * 1024;

/** A body that is longer than this is worth looking after its memory. */
const longBytes = 1024 * 1024;

/**
 * The body of a node:http(s) answer as an iterable. It reads ahead, which the built-in iterator of streams does not do
 * enough of for fast downloads, and it can be made to fail at once with an error of ours.
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

  /** @param onDone called once, when the body has ended, failed or was let go */
  constructor(message: IncomingMessage, onDone: () => void) {
    this.#message = message;
    this.#onDone = onDone;
    message.on('data', (chunk: Uint8Array) => this.#take(chunk));
    message.once('end', () => this.#end());
  }

  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  /** All of it has come, or nothing more will. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Lets the reader fail, after what has arrived in order. Does nothing once the body has ended. */
  fail(error: Error): void {
    if (this.#isEnded) return;
    this.#error = error;
    this.#finish();
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }

  next(): Promise<IteratorResult<Uint8Array>> {
    const chunk = this.#chunks.shift();
    if (chunk !== undefined) {
      this.#bufferedBytes -= chunk.byteLength;
      if (this.#bufferedBytes < readAheadBytes && this.#message.isPaused()) this.#message.resume();
      return Promise.resolve({ done: false, value: chunk });
    }
    if (this.#error !== undefined) return Promise.reject(this.#error);
    if (this.#isEnded) return Promise.resolve({ done: true, value: undefined });
    this.#waiting = Promise.withResolvers();
    return this.#waiting.promise;
  }

  /** The reader wants no more: what has not arrived yet never will. */
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
   * The parser, which listens before us, copies the body out of what is read from the socket: with the copies released by
   * who reads the body, and the reads here, a long download holds no more than what is on its way.
   */
  #releaseReads(): void {
    this.#socket = this.#message.socket;
    this.#socket.on('data', releaseBytes);
  }

  #end(): void {
    if (this.#isEnded) return;
    this.#finish();
    this.#waiting?.resolve({ done: true, value: undefined });
    this.#waiting = undefined;
  }

  #finish(): void {
    this.#isEnded = true;
    this.#socket?.off('data', releaseBytes);
    this.#onDone();
  }
}
