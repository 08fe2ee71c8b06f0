import { buffer, text } from 'node:stream/consumers';
import { ConnectionError, type ConnectionProblem } from '../../../../src/core/api/errors.ts';
import type { Send, SendRequest, SendResponse } from '../../../../src/core/api/send.ts';

/** A response of a scripted `Send`. */
export function answer(
  status: number,
  body: unknown = '',
  headers: Readonly<Record<string, string>> = {},
): SendResponse {
  const content = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    status,
    header: (name) => headers[name],
    body: (async function* () {
      if (content !== '') yield Buffer.from(content);
    })(),
  };
}

/** A response whose body fails with an error after its text. */
export function brokenAnswer(status: number, start: string, error: Error): SendResponse {
  return {
    status,
    header: () => undefined,
    body: (async function* () {
      yield Buffer.from(start);
      throw error;
    })(),
  };
}

/** The error of a failed connection; by default it was lost after the request was sent. */
export function connectionError(kind: ConnectionProblem = 'cut', mayHaveBeenProcessed = true): ConnectionError {
  return new ConnectionError({ host: 'chat.example.com', code: 'ECONNRESET', kind, mayHaveBeenProcessed });
}

/** A recorded request with its body. */
export interface Sent {
  readonly request: SendRequest;
  readonly body: Buffer;
}

/** A `Send` whose responses come from a function. It records the requests. */
export function scriptedSend(reply: (request: SendRequest, index: number) => SendResponse | Promise<SendResponse>): {
  readonly send: Send;
  readonly sent: Sent[];
} {
  const sent: Sent[] = [];
  const send: Send = async (request) => {
    const index = sent.length;
    sent.push({ request, body: Buffer.alloc(0) });
    if (request.body !== undefined) sent[index] = { request, body: await buffer(request.body.open()) };
    return reply(request, index);
  };
  return { send, sent };
}

/** Waits until all pending promise callbacks have run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** The whole body of a response as text. */
export const textOf = ({ body }: SendResponse): Promise<string> => text(body);
