import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { projectRoot } from './projectRoot.mjs';

/** A message that arrived through the service API. */
export interface ReceivedMessage {
  readonly id: string;
  readonly roomId: string;
  readonly roomTitle: string;
  readonly personEmail: string;
  readonly parentId?: string;
  readonly text?: string;
  readonly markdown?: string;
  readonly files: readonly {
    readonly name: string;
    readonly byteLength: number;
    readonly mediaType: string;
    readonly sha256: string;
  }[];
}

/** A running sandbox with its control endpoints. */
export interface SandboxProcess {
  readonly origin: string;
  readonly controlKey: string;
  /** The environment variables with which an extension host uses it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Its output so far. */
  output(): string;
  /** Calls a control endpoint: control('POST', 'rooms', { count: 250 }). An error contains its answer. */
  control(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<unknown>;
  /** Every message posted through the service API, oldest first. */
  received(): Promise<readonly ReceivedMessage[]>;
  close(): Promise<void>;
}

async function callControl(
  url: URL,
  controlKey: string,
  request: { method: string; body?: unknown },
): Promise<unknown> {
  const response = await fetch(url, {
    method: request.method,
    headers: { 'x-sandbox-control': controlKey, 'content-type': 'application/json' },
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${request.method} ${url.pathname}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** Starts the sandbox service with its demo data in a process of its own, as the extension does. */
export async function startSandbox(args: readonly string[] = []): Promise<SandboxProcess> {
  const child = fork(path.join(projectRoot, 'src/servers/sandbox/main.ts'), [...args], {
    execPath: process.execPath,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'], // its greeting is for people at a terminal
  });
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += String(chunk);
  });
  const ended = once(child, 'exit');
  const [ready] = (await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`the sandbox ended with code ${code} before it was ready`))),
  ])) as [{ origin: string; controlKey: string }];
  const { origin, controlKey } = ready;
  const control: SandboxProcess['control'] = (method, endpoint, body) =>
    callControl(new URL(`/_sandbox/${endpoint}`, origin), controlKey, { method, body });
  return {
    origin,
    controlKey,
    environment: { ROOMSIDE_SANDBOX_ORIGIN: origin, ROOMSIDE_SANDBOX_CONTROL_KEY: controlKey },
    output: () => output,
    control,
    received: async () => ((await control('GET', 'received')) as { messages: ReceivedMessage[] }).messages,
    async close() {
      child.disconnect(); // ends it, as the end of this process does
      await ended;
    },
  };
}
