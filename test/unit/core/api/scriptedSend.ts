import type { Send, SendRequest, SendResponse } from '../../../../src/core/api/send.ts';

/** An answer for a scripted way to the service. */
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

/** An answer whose body breaks off with an error after its text. */
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

/** What one request was, its body read. */
export interface Sent {
  readonly request: SendRequest;
  readonly body: Buffer;
}

/** A way to the service that answers by a function and remembers what was sent. */
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

/** Lets everything that is ready to run, run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** The whole body of an answer as text. */
export async function textOf(response: SendResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
