import { ConnectionError } from '../../core/api/errors.ts';
import type { Send } from '../../core/api/send.ts';

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

/** Registers an integration on the spot, with the one redirect URI that reaches this window. */
export async function registerIntegration(
  send: Send,
  sandbox: SandboxAddress,
  registration: { readonly name: string; readonly redirectUris: readonly string[]; readonly scopes: readonly string[] },
): Promise<{ readonly clientId: string; readonly clientSecret: string }> {
  const answer = await post(send, sandbox, '/_sandbox/integrations', registration);
  return { clientId: textField(answer, 'clientId'), clientSecret: textField(answer, 'clientSecret') };
}

/** Lays down an authorization request and gives a short address for it, which no editor can break by encoding it anew. */
export async function authorizationAddress(
  send: Send,
  sandbox: SandboxAddress,
  request: { readonly clientId: string; readonly redirectUri: string; readonly scope: string; readonly state: string },
): Promise<string> {
  return textField(await post(send, sandbox, '/_sandbox/authorization-requests', request), 'url');
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

function textField(answer: Answer, name: string): string {
  const value = answer[name];
  if (typeof value !== 'string') throw new Error(`the sandbox answered without ${name}`);
  return value;
}
