import { fork } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import * as path from 'node:path';
import { ConnectionError } from '../../core/api/errors.ts';
import type { Send } from '../../core/api/send.ts';
import type { BrokerStartQuery } from '../../core/auth/brokerProtocol.ts';
import { ProgramStartError } from '../../core/base/errors.ts';
import type { Log } from '../../core/base/log.ts';

/** A running sandbox, and the key of its control API. */
export interface SandboxAddress {
  readonly origin: string;
  readonly controlKey: string;
}

export interface SandboxFiles {
  readonly program: string;
  readonly dataFile: string;
}

/** A sandbox that runs as a child process of this window and ends with it. */
export interface SandboxProcess extends SandboxAddress {
  stop(): void;
}

/**
 * Starts the sandbox as a separate process, so that its database and uploads do not block the extension host.
 * @param port 0 for any free port
 */
export async function startSandboxProcess(files: SandboxFiles, port: number, log: Log): Promise<SandboxProcess> {
  await mkdir(path.dirname(files.dataFile), { recursive: true });
  const child = fork(files.program, ['--port', String(port), '--data', files.dataFile], {
    // Runs Electron as Node. Node's warnings would precede the reason of a failed start.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_NO_WARNINGS: '1' },
    execArgv: [],
    silent: true,
  });
  let output = '';
  child.stdout?.on('data', (chunk) => log.debug(`sandbox: ${String(chunk).trimEnd()}`));
  child.stderr?.on('data', (chunk) => {
    output = (output + String(chunk)).slice(-2000);
  });
  const address = await new Promise<SandboxAddress>((resolve, reject) => {
    child.once('error', reject);
    // Not `exit`: stderr may still have data then.
    child.once('close', (code) => reject(new ProgramStartError(`${output.trim()} (exit code ${code})`)));
    child.once('message', (message) => {
      const ready = parseReady(message);
      if (ready === undefined) reject(new ProgramStartError('the first message was not "ready"'));
      else resolve(ready);
    });
  });
  child.once('exit', (code) => log.info(`the sandbox ended with code ${code}`));
  return { ...address, stop: () => child.kill() };
}

function parseReady(message: unknown): SandboxAddress | undefined {
  const { type, origin, controlKey } = message as Readonly<Record<string, unknown>>;
  const isReady = type === 'ready' && typeof origin === 'string' && typeof controlKey === 'string';
  return isReady ? { origin, controlKey } : undefined;
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
