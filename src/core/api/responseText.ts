import type { SendResponse } from './send.ts';

/** The largest JSON response that is held in memory. */
export const maxResponseBytes = 32 * 1024 * 1024;

/** The text of a body, and whether it is complete. */
export interface ResponseText {
  readonly text: string;
  readonly end: 'whole' | 'cut' | 'too-large';
  /** The error that cut it. */
  readonly error?: unknown;
}

/** Reads a body as UTF-8 up to `maxBytes`. `end` reports a lost connection. Rejects on cancellation. */
export async function readResponseText(
  response: SendResponse,
  isCut: (error: unknown) => boolean,
  maxBytes = maxResponseBytes,
): Promise<ResponseText> {
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  try {
    for await (const chunk of response.body) {
      byteLength += chunk.byteLength;
      if (byteLength > maxBytes) return { text: textOf(chunks), end: 'too-large' };
      chunks.push(chunk);
    }
  } catch (error) {
    if (!isCut(error)) throw error;
    return { text: textOf(chunks), end: 'cut', error };
  }
  return { text: textOf(chunks), end: 'whole' };
}

function textOf(chunks: readonly Uint8Array[]): string {
  const [first] = chunks;
  if (first === undefined) return '';
  const bytes =
    chunks.length === 1 ? Buffer.from(first.buffer, first.byteOffset, first.byteLength) : Buffer.concat(chunks);
  const text = bytes.toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
