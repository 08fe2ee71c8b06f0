import { once } from 'node:events';
import { connect } from 'node:net';
import { RoomsideError } from '../core/base/errors.ts';
import { parseJsonObject } from '../core/base/json.ts';
import { count, object, optional, string } from '../core/base/storage/recordShape.ts';
import { systemCodeOf } from '../core/base/storage/systemError.ts';
import type { DoorAnswer, DoorCall, DoorRecord } from '../core/terminal/doorCall.ts';
import { encodeFrame, jsonFrame, maxFrameBytes, readFrames } from '../core/terminal/frames.ts';

/** The window does not answer: it has closed, or it answers too many programs at once. */
export class NoAnswerError extends RoomsideError {}

const answerShape = object({ exit: count, text: string, data: optional((value: unknown) => value) });

/**
 * Asks a window. Ends the connection when the signal aborts, which closes what the window shows.
 * @param pipe follows the call
 * @throws {NoAnswerError}
 */
export async function askWindow(
  { socket: path, key }: DoorRecord,
  call: DoorCall,
  { pipe, signal }: { readonly pipe?: AsyncIterable<Uint8Array> | undefined; readonly signal?: AbortSignal } = {},
): Promise<DoorAnswer> {
  const socket = connect({ path, ...(signal && { signal }) });
  const parts: Uint8Array[] = [];
  try {
    await once(socket, 'connect');
    socket.write(jsonFrame({ version: '1', key, call }));
    const sending = pipe && send(pipe, socket);
    // A window that refuses the rest of a pipe answers before its end.
    sending?.catch(() => undefined);
    for await (const { bytes } of readFrames(socket)) parts.push(Buffer.from(bytes));
  } catch (error) {
    if (signal?.aborted || systemCodeOf(error) === undefined) throw error;
  } finally {
    socket.destroy();
  }
  const answer = parseJsonObject(Buffer.concat(parts).toString());
  if (answer === undefined) throw new NoAnswerError('no answer');
  return answerShape(answer, 'answer');
}

async function send(pipe: AsyncIterable<Uint8Array>, socket: ReturnType<typeof connect>): Promise<void> {
  for await (const chunk of pipe) {
    for (let at = 0; at < chunk.length; at += maxFrameBytes) {
      const isTaken = socket.write(encodeFrame('content', chunk.subarray(at, at + maxFrameBytes)));
      if (!isTaken) await once(socket, 'drain');
    }
  }
  socket.write(encodeFrame('end'));
}
