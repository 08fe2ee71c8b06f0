import { fork } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import * as path from 'node:path';
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
    // Runs Electron as Node, without the options of a debugger or a build. Node's warnings would precede the reason of a
    // failed start.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_NO_WARNINGS: '1', NODE_OPTIONS: undefined },
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
