import type { Bench } from './benchCase.ts';
import { timeCommand } from './commandCase.ts';
import { counter, countIdle } from './idle/idleCase.ts';
import { killOneOf } from './kill/killCase.ts';
import { openKillWindows } from './kill/killWindow.ts';
import type { Row } from './row.ts';
import { openMeteredWindow, type StartCosts } from './startup/meteredWindow.ts';
import { rowsOfStarts, timeLongShares } from './startup/startupCase.ts';

/**
 * The short form of the cases startup, command, idle and kill: each step once, in one window, because opening it costs more than all
 * of them.
 */
export async function runWindowCase(bench: Bench): Promise<readonly Row[]> {
  const { options, folder, report } = bench;
  report('opening VS Code');
  await using window = await openMeteredWindow({
    extensions: [counter],
    environment: { ROOMSIDE_COUNTER_FOLDER: folder },
  });
  const { running, sandbox } = window;
  await running.workbench.enterSandbox();
  const starts: StartCosts[] = [];
  const windows = await openKillWindows(running, 1, async () => starts.push(await window.restart(true)));
  const kill = await killOneOf({ running, sandbox, windows }, report);
  const shares = await timeLongShares(window, bench);
  const command = await timeCommand(window, bench);
  const idle = await countIdle(bench, 'signed in', options.minutes);
  return [...rowsOfStarts('signed in', starts, starts), ...shares, ...command, ...idle, kill];
}
