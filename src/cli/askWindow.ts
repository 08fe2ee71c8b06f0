import { randomBytes } from 'node:crypto';
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { connect } from 'node:net';
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
  exitCodes,
  maxHeaderBytes,
} from '../core/terminal/doorCall.ts';
import { isEqualSecret } from '../platform/isEqualSecret.ts';
import { doorProof, nonceHeader, proofHeader } from '../platform/terminal/doorProof.ts';
import { l10n } from './l10n.ts';

/** The window does not answer: it has closed, it answers too many programs at once, or another program has its socket. */
export class NoAnswerError extends RoomsideError {}

/** What the other headers may have. */
const otherHeaderBytes = 4096;

/** The window has got the call, and closed before it answered: it is not known what became of it. */
export class LostAnswerError extends RoomsideError {}

const answerShape = object({ exit: count, text: string, data: optional((value: unknown) => value) });

/**
 * Asks a window. Ends the connection when the signal aborts, which closes what the window shows.
 * @param pipe follows the call
 * @throws {NoAnswerError | LostAnswerError}
 */
export async function askWindow(
  { socket: socketPath, key }: DoorRecord,
  call: DoorCall,
  {
    pipe = [],
    signal,
  }: { readonly pipe?: AsyncIterable<Uint8Array> | readonly Uint8Array[]; readonly signal?: AbortSignal } = {},
): Promise<DoorAnswer> {
  const encoded = encodeDoorCall(call);
  // The window would close the connection without an answer.
  if (encoded.length > maxHeaderBytes - otherHeaderBytes)
    return { exit: exitCodes.usage, text: l10n.t('This is too long for one call. Nothing was sent.') };
  const connection = connect(socketPath);
  // The window that has proved to have the key is at the other end of this connection only.
  const agent = Object.assign(new Agent({ keepAlive: true, maxSockets: 1 }), { createConnection: () => connection });
  const options = { agent, ...(signal && { signal }) };
  const nonce = randomBytes(16).toString('base64url');
  let isAsked = false;
  try {
    const proof = { authorization: doorProof(key, 'program', nonce), [nonceHeader]: nonce };
    const proved = await responseTo({ ...options, headers: proof }, []);
    if (!isEqualSecret(`${proved.headers[proofHeader]}`, doorProof(key, 'window', nonce)))
      throw new NoAnswerError('another program answers');
    proved.resume();
    isAsked = true;
    const asking = { authorization: key, [callHeader]: encoded };
    const response = await responseTo({ ...options, method: 'POST', headers: asking }, pipe);
    return answerShape(parseJsonObject(await text(response)), 'answer');
  } catch (error) {
    if (signal?.aborted || systemCodeOf(error) === undefined) throw error;
    throw isAsked
      ? new LostAnswerError('the answer is lost', { cause: error })
      : new NoAnswerError('no answer', { cause: error });
  } finally {
    connection.destroy();
  }
}

/** Sends a request. An answer before the end of its body is read: the window does not close the connection. */
function responseTo(options: RequestOptions, body: AsyncIterable<Uint8Array> | readonly Uint8Array[]) {
  const asked = request(options);
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve).on('error', reject);
  });
  asked.flushHeaders();
  // How it ends is the matter of the response.
  pipeline(body, asked).catch(() => undefined);
  return response;
}
