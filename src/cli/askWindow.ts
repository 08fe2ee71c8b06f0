import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { RoomsideError } from '../core/base/errors.ts';
import { parseJsonObject } from '../core/base/json.ts';
import { count, object, optional, string } from '../core/base/storage/recordShape.ts';
import { systemCodeOf } from '../core/base/storage/systemError.ts';
import {
  callHeader,
  type DoorAnswer,
  type DoorCall,
  type DoorRecord,
  encodeDoorCall,
} from '../core/terminal/doorCall.ts';

/** The window does not answer: it has closed, or it answers too many programs at once. */
export class NoAnswerError extends RoomsideError {}

const answerShape = object({ exit: count, text: string, data: optional((value: unknown) => value) });

/**
 * Asks a window. Ends the connection when the signal aborts, which closes what the window shows.
 * @param pipe follows the call
 * @throws {NoAnswerError}
 */
export async function askWindow(
  { socket: socketPath, key: authorization }: DoorRecord,
  call: DoorCall,
  {
    pipe = [],
    signal,
  }: { readonly pipe?: AsyncIterable<Uint8Array> | readonly Uint8Array[]; readonly signal?: AbortSignal } = {},
): Promise<DoorAnswer> {
  // The window does not close the connection, so an answer before the end of the pipe is read.
  const headers = { authorization, connection: 'keep-alive', [callHeader]: encodeDoorCall(call) };
  const asked = request({ socketPath, method: 'POST', headers, agent: false, ...(signal && { signal }) });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve).on('error', reject);
  });
  asked.flushHeaders();
  // How it ends is the matter of the response.
  pipeline(pipe, asked).catch(() => undefined);
  try {
    return answerShape(parseJsonObject(await text(await response)), 'answer');
  } catch (error) {
    if (signal?.aborted || systemCodeOf(error) === undefined) throw error;
    throw new NoAnswerError('no answer', { cause: error });
  } finally {
    asked.destroy();
  }
}
