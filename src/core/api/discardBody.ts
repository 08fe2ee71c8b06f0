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
    return;
  }
}
