import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { codeServerFolders } from '../support/harness/codeServer.ts';
import type { Bench } from './benchCase.ts';
import type { Row } from './row.ts';
import { type MeteredWindow, openMeteredWindow } from './startup/meteredWindow.ts';
import { median } from './statistics.ts';

/** A window asks five questions a minute at most, and the first share is a warm-up. */
const maxRounds = 4;

/** Runs in the window: the time when a row of the confirmation is drawn, in milliseconds since 1970. */
const drawn = `new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('the confirmation did not come')), 60_000);
  const look = () => {
    const row = document.querySelector('.quick-input-list .monaco-list-row.focused');
    if (!row?.checkVisibility() || !row.textContent.includes('Send to Code reviews')) return requestAnimationFrame(look);
    requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
  };
  look();
})`;
const now = (): number => performance.timeOrigin + performance.now();

/** Shares by the command up to the confirmation, which is canceled, beside a process of the same runtime that does nothing. */
export async function timeCommand({ running }: MeteredWindow, { options, report }: Bench): Promise<readonly Row[]> {
  const { workbench, workspaceFolder, runFolder } = running;
  const storage = path.join(codeServerFolders(runFolder).userData, 'User/globalStorage/roomside.roomside');
  const command = path.join(storage, 'terminal/bin/roomside');
  const windows = path.join(storage, 'terminal/windows');
  await workbench.until(async () => existsSync(windows) && readdirSync(windows).some((name) => name.endsWith('.json')));
  const [, runtime = ''] = /exec '([^']+)'/.exec(await readFile(command, 'utf8')) ?? [];
  const environment = { PATH: process.env.PATH, ELECTRON_RUN_AS_NODE: '1' };
  const start = (program: string, ...args: readonly string[]) =>
    spawn(program, args, { cwd: workspaceFolder, env: environment, stdio: ['pipe', 'ignore', 'inherit'] });
  const [shares, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round <= Math.min(options.rounds, maxRounds); round += 1) {
    report(`share by the command, ${round === 0 ? 'not counted' : `round ${round}`}`);
    const beganBareMs = now();
    await once(start(runtime, '-e', '0'), 'exit');
    const bareMs = now() - beganBareMs;
    const isDrawn = workbench.page.evaluate<number>(drawn);
    const beganMs = now();
    const child = start(command, 'share', '--room', 'Code reviews');
    child.stdin.end('a line\n');
    const shareMs = (await isDrawn) - beganMs;
    child.kill('SIGINT');
    await once(child, 'exit');
    await workbench.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    if (round === 0) continue;
    shares.push(shareMs);
    bare.push(bareMs);
  }
  const row = (what: string, values: readonly number[]): Row => {
    const figures = { 'median ms': median(values), 'min ms': Math.min(...values), samples: values.length };
    return { case: 'command', what, figures };
  };
  return [
    row('share, from the command to the drawn confirmation', shares),
    row('a bare process of the same runtime', bare),
    row(
      'the difference',
      shares.map((ms, round) => ms - (bare[round] ?? Number.NaN)),
    ),
  ];
}

/** The command in a signed-in window of the real VS Code. */
export async function runCommandCase(bench: Bench): Promise<readonly Row[]> {
  bench.report('opening VS Code');
  await using window = await openMeteredWindow();
  await window.running.workbench.enterSandbox();
  return await timeCommand(window, bench);
}
