import { ConnectionError, type ConnectionProblem } from '../../../../src/core/api/errors.ts';
import type { Send, SendRequest, SendResponse } from '../../../../src/core/api/send.ts';

/** A response of a scripted `Send`. */
export function answer(
  status: number,
  body: unknown = '',
  headers: Readonly<Record<string, string>> = {},
): SendResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    status,
    header: (name) => headers[name],
    body: (async function* () {
      if (text !== '') yield Buffer.from(text);
    })(),
  };
}

/** A response whose body fails with an error after its text. */
export function brokenAnswer(status: number, text: string, error: Error): SendResponse {
  return {
    status,
    header: () => undefined,
    body: (async function* () {
      yield Buffer.from(text);
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
    const chunks: Buffer[] = [];
    sent.push({ request, body: Buffer.alloc(0) });
    for await (const chunk of request.body?.open() ?? []) chunks.push(Buffer.from(chunk));
    sent[index] = { request, body: Buffer.concat(chunks) };
    return reply(request, index);
  };
  return { send, sent };
}

/** Waits until all pending promise callbacks have run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** The whole body of a response as text. */
export async function textOf(response: SendResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
