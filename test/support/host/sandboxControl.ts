import type { ReceivedMessage } from '../harness/sandboxProcess.ts';

/** Calls a control endpoint of the sandbox. An error contains its answer. */
export async function sandboxControl(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
  const { ROOMSIDE_SANDBOX_ORIGIN: origin = '', ROOMSIDE_SANDBOX_CONTROL_KEY: controlKey = '' } = process.env;
  const response = await fetch(`${origin}/_sandbox/${path}`, {
    method,
    headers: { 'x-sandbox-control': controlKey, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** Every message the sandbox has received since it was last reset, oldest first. */
export async function received(): Promise<readonly ReceivedMessage[]> {
  return ((await sandboxControl('GET', 'received')) as { messages: readonly ReceivedMessage[] }).messages;
}

/** The number of requests of a kind, for example "POST /v1/messages". */
export async function requestCount(kind: string): Promise<number> {
  const counts = (await sandboxControl('GET', 'counts')) as Readonly<Record<string, number>>;
  return counts[kind] ?? 0;
}
