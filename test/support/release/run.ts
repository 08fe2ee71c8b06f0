import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Command } from '../harness/phases.ts';
import { projectRoot } from '../harness/projectRoot.mjs';

/** Runs a script under this Node with its output shown. @throws Error unless it succeeds */
export async function run(
  [script, ...args]: Command,
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, [script, ...args], { cwd: projectRoot, stdio: 'inherit', env });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${path.basename(script)} ${args[0] ?? ''} ended with ${code}`);
}
