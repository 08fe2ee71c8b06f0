// VS Code loads this file in its extension host and calls run(), in code-server and on the desktop.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { runMocha } from '../support/harness/runMocha.ts';
import { hostTestsBegin } from '../support/host/hostTestsBegin.ts';

const testTimeoutMs = 30_000;

export async function run(): Promise<void> {
  const folder = path.dirname(__filename);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  // In a fixed order: the changes of the activation are visible only before other tests.
  const files = names.filter((name) => name.endsWith('.test.cjs')).sort();
  console.log(hostTestsBegin); // output of the workbench before this line is ignored
  const failures = await runMocha(
    files.map((name) => path.join(folder, name)),
    { timeoutMs: testTimeoutMs, retries: 1 },
  );
  if (failures > 0) throw new Error(`${failures} failed`);
}
