import { ConnectionError } from '../../core/api/errors.ts';
import type { Send } from '../../core/api/send.ts';
import type { BrokerStartQuery } from '../../core/auth/brokerProtocol.ts';

/** A running sandbox and the right to tell it things beyond the interface. */
export interface SandboxAddress {
  readonly origin: string;
  readonly controlKey: string;
}

/** Whether a sandbox, and not some other program, answers at this origin. */
export async function isSandboxAt(send: Send, origin: string): Promise<boolean> {
  try {
    const response = await send({ method: 'GET', url: `${origin}/_sandbox/health` });
    const health = parseObject(await textOf(response.body));
    return response.status === 200 && health.name === 'roomside-sandbox';
  } catch (error) {
    // Nobody there, or somebody who speaks no JSON: either way no sandbox.
    if (error instanceof ConnectionError || error instanceof SyntaxError) return false;
    throw error;
  }
}

/** The sandbox's own token broker stands below its address. */
export function brokerUrlOf({ origin }: SandboxAddress): string {
  return `${origin}/broker`;
}

/**
 * Lays down what the browser is to ask the sandbox's broker for, and lets the broker call this editor back.
 * @returns a short address for it, which no editor can break by encoding it anew
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
