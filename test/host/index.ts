// VS Code loads this file in its extension host and calls run(), in code-server and on the desktop.
import path from 'node:path';
import { runMocha } from '../support/harness/runMocha.ts';
import { hostTestsBegin } from '../support/host/hostTestsBegin.ts';

const testTimeoutMs = 30_000;

export async function run(): Promise<void> {
  console.log(hostTestsBegin); // output of the workbench before this line is ignored
  const failures = await runMocha([path.join(__dirname, 'stdin.cjs')], { timeoutMs: testTimeoutMs, retries: 1 });
  if (failures > 0) throw new Error(`${failures} failed`);
}
