// VS Code loads this file in its extension host and calls run(), in the browser's VS Code and on the desktop alike.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { runMocha } from '../harness/runMocha.ts';
import { hostTestsBegin } from './hostTestsBegin.ts';

const testTimeoutMs = 30_000;

export async function run(): Promise<void> {
  const folder = path.dirname(__filename);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.cjs'));
  console.log(hostTestsBegin); // what the workbench says before is noise
  const failures = await runMocha(
    files.map((name) => path.join(folder, name)),
    testTimeoutMs,
  );
  if (failures > 0) throw new Error(`${failures} failed`);
}
