import type { SendResponse } from './send.ts';

/** So much is read on to keep the connection; a longer rest costs more than a new connection does. */
const worthReadingBytes = 64 * 1024;

/** Lets an answer's body go, keeping the connection for the next request when little is left. Never rejects. */
export async function discardBody(response: SendResponse): Promise<void> {
  let byteLength = 0;
  try {
    for await (const chunk of response.body) {
      byteLength += chunk.byteLength;
      if (byteLength > worthReadingBytes) break;
    }
  } catch {
    // Nobody wants these bytes: that they broke off says nothing about the answer, whose head was whole.
    return;
  }
}
