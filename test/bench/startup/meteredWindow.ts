import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type SandboxProcess, startSandbox } from '../../support/harness/sandboxProcess.ts';
import { type RunningWorkbench, startWorkbench } from '../../support/harness/startWorkbench.ts';
import { createTemporaryFolder } from '../../support/harness/temporaryFolder.ts';

/** The cost of activating one extension, see `meter/extension.cjs`. Milliseconds, and MB of 2^20 bytes. */
export interface StartCost {
  /** The `require` of its main file. */
  readonly loadMs: number;
  /** The call of `activate`. */
  readonly activateMs: number;
  /** The turns of the event loop in which it goes on. */
  readonly laterMs?: number;
  readonly longestTurnMs?: number;
  readonly loadCpuMs?: number;
  readonly activateCpuMs?: number;
  readonly laterCpuMs?: number;
  /** Only if the activation was deferred. */
  readonly heapMb?: number;
}

export interface StartCosts {
  readonly nothing: StartCost;
  readonly roomside: StartCost;
}

/** A window of the real VS Code with Roomside, an empty extension, and the extension that measures both. */
export interface MeteredWindow extends AsyncDisposable {
  readonly running: RunningWorkbench;
  readonly sandbox: SandboxProcess;
  /**
   * Reloads the window. Deferred: both are activated one after the other when the window is idle, and the heap is measured.
   */
  restart(isDeferred: boolean): Promise<StartCosts>;
}

const resultTimeoutMs = 60_000;

interface More {
  /** Folders of further extensions. */
  readonly extensions: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Opens the window. The cost of its first start is not returned. */
export async function openMeteredWindow(more?: More): Promise<MeteredWindow> {
  await using opened = new AsyncDisposableStack();
  const folder = createTemporaryFolder();
  opened.defer(() => folder.remove());
  const file = path.join(folder.path, 'meter.json');
  const result = `${file}.result`;
  await writeFile(file, JSON.stringify({ isDeferred: false }));
  const sandbox = await startSandbox();
  opened.defer(() => sandbox.close());
  const running = await startWorkbench({
    extension: 'checkout',
    otherExtensions: [
      ...['meter', 'nothing'].map((name) => path.join(import.meta.dirname, name)),
      ...(more?.extensions ?? []),
    ],
    environment: { ...sandbox.environment, ROOMSIDE_METER_FILE: file, ...more?.environment },
  });
  opened.defer(() => running.close());
  const { workbench } = running;
  const untilMeasured = () => workbench.until(() => Promise.resolve(existsSync(result)), resultTimeoutMs);
  const restart: MeteredWindow['restart'] = async (isDeferred) => {
    await rm(result);
    await writeFile(file, JSON.stringify({ isDeferred }));
    await workbench.reload();
    await untilMeasured();
    const costs = JSON.parse(await readFile(result, 'utf8')) as Readonly<Record<string, StartCost>>;
    const { 'roomside-bench.nothing': nothing, 'roomside.roomside': roomside } = costs;
    if (nothing === undefined || roomside === undefined) throw new Error('an extension has not started');
    return { nothing, roomside };
  };
  await untilMeasured();
  const ending = opened.move();
  return { running, sandbox, restart, [Symbol.asyncDispose]: () => ending.disposeAsync() };
}
