import { ConnectionError } from '../../core/api/errors.ts';
import type { Send } from '../../core/api/send.ts';
import type { BrokerStartQuery } from '../../core/auth/brokerProtocol.ts';

/** A running sandbox, and the key of its control API. */
export interface SandboxAddress {
  readonly origin: string;
  readonly controlKey: string;
}

/** Whether a sandbox answers at this origin. */
export async function isSandboxAt(send: Send, origin: string): Promise<boolean> {
  try {
    const response = await send({ method: 'GET', url: `${origin}/_sandbox/health` });
    const health = parseObject(await textOf(response.body));
    return response.status === 200 && health.name === 'roomside-sandbox';
  } catch (error) {
    // No server, or one that does not return JSON: not a sandbox.
    if (error instanceof ConnectionError || error instanceof SyntaxError) return false;
    throw error;
  }
}

/** The address of the sandbox's token broker. */
export function brokerUrlOf({ origin }: SandboxAddress): string {
  return `${origin}/broker`;
}

/**
 * Stores the parameters of a sign-in in the sandbox, and lets its broker call this editor back.
 * @returns a short address for the sign-in, which editors cannot break by encoding it again
 */
export async function registerBrokerStart(
  send: Send,
  sandbox: SandboxAddress,
  start: BrokerStartQuery & { readonly visibleAt: string },
): Promise<string> {
  const { url } = await post(send, sandbox, '/_sandbox/broker/starts', start);
  if (typeof url !== 'string') throw new Error('the sandbox answered without an address');
  return url;
}

type Answer = Readonly<Record<string, unknown>>;

async function post(send: Send, { origin, controlKey }: SandboxAddress, path: string, body: object): Promise<Answer> {
  const bytes = Buffer.from(JSON.stringify(body));
  const response = await send({
    method: 'POST',
    url: `${origin}${path}`,
    headers: { 'x-sandbox-control': controlKey },
    body: {
      contentType: 'application/json',
      byteLength: bytes.byteLength,
      async *open() {
        yield bytes;
      },
    },
  });
  const text = await textOf(response.body);
  if (response.status >= 300) throw new Error(`the sandbox answered ${path} with status ${response.status}`);
  return parseObject(text);
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

function parseObject(text: string): Answer {
  const json: unknown = JSON.parse(text);
  return typeof json === 'object' && json !== null ? (json as Answer) : {};
}
