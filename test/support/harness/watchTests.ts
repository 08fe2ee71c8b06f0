import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import type { Selection } from './phase.ts';
import { projectRoot } from './projectRoot.mjs';
import { scriptOf } from './scriptOf.ts';

/** Runs unit or contract tests, by default all unit tests, and again whenever a file they load has changed. Ends with Ctrl+C. */
export async function watchTests({ files }: Selection): Promise<void> {
  const tests = files.length > 0 ? files : globSync(['test/*.test.ts', 'test/unit/**/*.test.ts'], { cwd: projectRoot });
  const args = ['--watch', scriptOf('mocha', 'mocha'), '--timeout', '60000', ...tests];
  await once(spawn(process.execPath, args, { cwd: projectRoot, stdio: 'inherit' }), 'exit');
}
