import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { timings } from '../../../src/core/base/timings.ts';
import { shareKeyring } from '../../browser/pages/sharedKeyring.ts';
import { Workbench } from '../../browser/pages/workbench.ts';
import type { CodeServer } from '../../support/harness/codeServer.ts';
import { type KilledShare, killAfterEnter } from '../../support/harness/killAfterEnter.ts';
import type { RunningWorkbench } from '../../support/harness/startWorkbench.ts';
import { WindowHost } from './windowHost.ts';

/** A share of the run. Its file contains only its name. */
export interface PlannedShare {
  readonly kind: 'text' | 'file';
  readonly fileName: string;
  readonly room: string;
}

/** VS Code restarts an extension host automatically until it has ended this often in five minutes. */
const killsUntilAsked = 3;
const restartTimeoutMs = 60_000;

/** A window of the real VS Code whose extension host is killed repeatedly. */
export class KillWindow {
  readonly #workbench: Workbench;
  readonly #folder: string;
  readonly #host: WindowHost;
  #kills = 0;

  /** The page has to be loaded after this call. */
  constructor(workbench: Workbench, folder: string, server: CodeServer) {
    this.#workbench = workbench;
    this.#folder = folder;
    this.#host = new WindowHost(workbench.page, server.logFile);
  }

  /** Shares a file or its text up to Enter in the confirmation, kills the extension host, and waits for the next one. */
  async shareAndKill(share: PlannedShare, sampleFile: string, afterMs: number | 'closed'): Promise<KilledShare> {
    const { page } = this.#workbench;
    await page.bringToFront();
    const file = path.join(this.#folder, share.fileName);
    if (share.kind === 'file') await copyFile(sampleFile, file);
    else await writeFile(file, `export const name = '${share.fileName}';\n`);
    await this.#workbench.editor.open(share.fileName);
    if (share.kind === 'text') await this.#workbench.editor.selectAll();
    const [title, command] =
      share.kind === 'text'
        ? ['Share Selection', 'Roomside: Share Selection to Room…']
        : ['Share Current File', 'Roomside: Share Current File to Room…'];
    await this.#workbench.toConfirmation(share.room, title, () => this.#workbench.runCommand(command));
    const hostId = await this.#host.currentId();
    if (hostId === undefined) throw new Error('the window has no extension host');
    // Before that the confirmation takes no Enter.
    await wait(timings.secondPressMs);
    const killed = await killAfterEnter(page, hostId, afterMs);
    this.#kills += 1;
    if (this.#kills % killsUntilAsked === 0) await this.#workbench.reload();
    await this.#workbench.until(
      async () => ![undefined, hostId].includes(await this.#host.currentId()),
      restartTimeoutMs,
    );
    return killed;
  }

  /** Activates Roomside in this window, so that it continues queued shares. */
  async wake(): Promise<void> {
    await this.#workbench.page.bringToFront();
    await this.#workbench.runCommand('Roomside: Show Log');
  }
}

/** Opens windows of one profile that is signed in. */
export async function openKillWindows(
  running: RunningWorkbench,
  count: number,
  reload: () => Promise<unknown> = () => running.workbench.reload(),
): Promise<readonly KillWindow[]> {
  const { workbench, context, server, workspaceFolder, runFolder } = running;
  if (count > 1) await shareKeyring(context);
  const windows = [new KillWindow(workbench, path.join(workspaceFolder, 'src'), server)];
  await reload();
  for (let index = 1; index < count; index += 1) {
    const folder = path.join(runFolder, `workspace-${index}`);
    await mkdir(folder);
    await writeFile(path.join(folder, 'README.md'), 'Another workspace.\n');
    const window = new Workbench(await context.newPage(), runFolder);
    windows.push(new KillWindow(window, folder, server));
    await window.page.goto(`${server.origin}/?folder=${encodeURIComponent(folder)}`, { waitUntil: 'commit' });
    await window.untilReady();
  }
  return windows;
}
