import type { SendResponse } from './send.ts';

/** Reading this much keeps the connection usable. For a longer rest, a new connection is cheaper. */
const worthReadingBytes = 64 * 1024;

/** Discards the body of a response. Keeps the connection for the next request if little is left. Never rejects. */
export async function discardBody(response: SendResponse): Promise<void> {
  let byteLength = 0;
  try {
    for await (const chunk of response.body) {
      byteLength += chunk.byteLength;
      if (byteLength > worthReadingBytes) break;
    }
  } catch {
    // An error in discarded bytes does not affect the response, whose headers are complete.
  }
}

/** Ends a body that is not read further, by closing its connection. Has no effect if it has ended. */
export async function releaseBody(body: AsyncIterable<Uint8Array>): Promise<void> {
  await body[Symbol.asyncIterator]().return?.();
}

/**
 * Releases the memory of bytes that are no longer needed, if the buffer belongs to them alone. Data from the network is
 * outside the JavaScript heap, and the garbage collector notices it only after 64 MB.
 */
export function releaseBytes({ buffer, byteLength }: Uint8Array): void {
  // A chunk smaller than its buffer may share the buffer.
  if (buffer instanceof ArrayBuffer && !buffer.detached && byteLength === buffer.byteLength) buffer.transfer(0);
}
