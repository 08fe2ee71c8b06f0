import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { shareKeyring } from '../../browser/pages/sharedKeyring.ts';
import { Workbench } from '../../browser/pages/workbench.ts';
import { endExtensionHosts, extensionHostsOf } from '../../support/harness/extensionHost.ts';
import { type KilledShare, killAfterEnter } from '../../support/harness/killAfterEnter.ts';
import type { RunningWorkbench } from '../../support/harness/startWorkbench.ts';

/** One share of the run: its file bears its name alone. */
export interface PlannedShare {
  readonly kind: 'text' | 'file';
  readonly fileName: string;
  readonly room: string;
}

/** VS Code starts an extension host again by itself, until so many have ended in five minutes. */
const killsUntilAsked = 3;

/** A window of the real VS Code whose extension host is killed again and again. */
export class KillWindow {
  readonly #workbench: Workbench;
  readonly #folder: string;
  readonly #serverId: number;
  /** The extension hosts of the other windows. */
  readonly #others: () => readonly number[];
  #hostId = 0;
  #kills = 0;

  constructor(workbench: Workbench, folder: string, serverId: number, others: () => readonly number[]) {
    this.#workbench = workbench;
    this.#folder = folder;
    this.#serverId = serverId;
    this.#others = others;
  }

  get hostId(): number {
    return this.#hostId;
  }

  /** Waits until VS Code runs extensions for this window. */
  async findHost(): Promise<void> {
    await this.#workbench.until(async () => {
      const hosts = extensionHostsOf(this.#serverId).filter(
        (id) => id !== this.#hostId && !this.#others().includes(id),
      );
      const [host] = hosts;
      if (host === undefined || hosts.length > 1) return false;
      this.#hostId = host;
      return true;
    }, 60_000);
  }

  /** Shares a file or its text up to Enter in the last step, kills the extension host, and waits for the next one. */
  async shareAndKill(share: PlannedShare, sampleFile: string, afterMs: number): Promise<KilledShare> {
    const { page } = this.#workbench;
    await page.bringToFront();
    const file = path.join(this.#folder, share.fileName);
    if (share.kind === 'file') await copyFile(sampleFile, file);
    else await writeFile(file, `export const name = '${share.fileName}';\n`);
    await this.#workbench.editor.open(share.fileName);
    if (share.kind === 'text') await this.#workbench.editor.selectAll();
    const title = share.kind === 'text' ? 'Share Selection' : 'Share Current File';
    await this.#workbench.toLastStep(share.room, title, () => this.#workbench.runCommand(`Roomside: ${title}…`));
    const killed = await killAfterEnter(page, this.#hostId, afterMs);
    this.#kills += 1;
    if (this.#kills % killsUntilAsked === 0) await this.#workbench.reload();
    await this.findHost();
    return killed;
  }

  /** Starts Roomside in this window, so that it goes on with what is queued. */
  async wake(): Promise<void> {
    await this.#workbench.page.bringToFront();
    await this.#workbench.runCommand('Roomside: Show Log');
  }
}

/** Opens windows of one profile, signed in. */
export async function openKillWindows(running: RunningWorkbench, count: number): Promise<readonly KillWindow[]> {
  const { workbench, context, server, workspaceFolder, runFolder } = running;
  if (count > 1) {
    await shareKeyring(context);
    // The host of the page before would live on for a while.
    endExtensionHosts(server.processId);
    await workbench.reload();
  }
  await workbench.signInThroughSandbox('approve');
  await workbench.statusBar('Signed in');
  const windows: KillWindow[] = [];
  const add = async (window: Workbench, folder: string): Promise<void> => {
    const others = (): readonly number[] => windows.filter((each) => each !== opened).map(({ hostId }) => hostId);
    const opened = new KillWindow(window, folder, server.processId, others);
    await opened.findHost();
    windows.push(opened);
  };
  await add(workbench, path.join(workspaceFolder, 'src'));
  for (let index = 1; index < count; index += 1) {
    const folder = path.join(runFolder, `workspace-${index}`);
    await mkdir(folder);
    await writeFile(path.join(folder, 'README.md'), 'Another workspace.\n');
    const page = await context.newPage();
    await page.goto(`${server.origin}/?folder=${encodeURIComponent(folder)}`, { waitUntil: 'commit' });
    const window = new Workbench(page, runFolder);
    await window.untilReady();
    await add(window, folder);
  }
  return windows;
}
