import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test as base } from '@playwright/test';
import type { timings } from '../../src/core/base/timings.ts';
import { projectRoot } from '../support/harness/projectRoot.mjs';
import { type Relay, startRelay } from '../support/harness/relay.ts';
import { type SandboxProcess, startSandbox } from '../support/harness/sandboxProcess.ts';
import { type RunningWorkbench, type Settings, startWorkbench } from '../support/harness/startWorkbench.ts';
import { createTemporaryFolder } from '../support/harness/temporaryFolder.ts';
import { packageInto } from '../support/harness/temporaryVsix.ts';
import { timingsVariable, writeTimings } from '../support/harness/testTimings.ts';
import type { Workbench } from './pages/workbench.ts';

export interface WorkbenchSession extends RunningWorkbench {
  readonly sandbox: SandboxProcess;
  /** The proxy between the two. */
  readonly relay: Relay;
}

interface WindowOptions {
  /** Other timings than those of all tests, for the windows that are opened or reloaded from then on. */
  readonly timings?: Partial<typeof timings>;
  /** For tests of what a window does when it opens, and for those that depend on what VS Code keeps of earlier tests. */
  readonly isNewWindow?: boolean;
}

const startTimeoutMs = 120_000;
/** Checks begin only once a service cannot be reached, so they disturb no other test. */
const connectionChecks = { firstMs: 500, longestMs: 1_000 };
const controlKey = 'control-key-of-the-browser-tests';
/** An extension that calls tools like a chat. */
export const toolCaller = path.join(projectRoot, 'test', 'support', 'toolCaller');

/** The packaged extension if the test runner has built one, else the checkout. */
export const testedExtension = process.env.ROOMSIDE_VSIX ? { vsix: process.env.ROOMSIDE_VSIX } : 'checkout';

/** The packaged extension, which a run without the test runner packages first. */
export async function packagedExtension(): Promise<Buffer> {
  if (testedExtension !== 'checkout') return readFile(testedExtension.vsix);
  const folder = createTemporaryFolder();
  try {
    return await packageInto(folder.path);
  } finally {
    await folder.remove();
  }
}

/** One server and one browser per worker. Each file gets a new service, and a window that was reset or opened again. */
class SharedWorkbench {
  #running: RunningWorkbench | undefined;
  #service: { readonly sandbox: SandboxProcess; readonly relay: Relay } | undefined;
  #relayPort = 0;
  #hasFailed = false;
  #hasOwnTimings = false;
  readonly #own = createTemporaryFolder();

  get current(): WorkbenchSession {
    if (this.#running === undefined || this.#service === undefined) throw new Error('the workbench did not open');
    return { ...this.#running, ...this.#service };
  }

  async begin(settings: Settings, { timings, isNewWindow = false }: WindowOptions): Promise<void> {
    const isKept = !isNewWindow && !this.#hasOwnTimings && (await this.#resetWindow(settings));
    this.#hasOwnTimings = timings !== undefined;
    const timingsFile = path.join(this.#own.path, 'timings.json');
    await writeTimings(timingsFile, { connectionChecks, ...timings });
    await this.#endService();
    const sandbox = await startSandbox(['--control-key', controlKey]);
    const relay = await startRelay(sandbox.origin, this.#relayPort);
    this.#relayPort = Number(new URL(relay.origin).port);
    this.#service = { sandbox, relay };
    if (isKept) return;
    if (this.#running !== undefined) return this.#running.startOver(settings);
    const environment = {
      ...sandbox.environment,
      ROOMSIDE_SANDBOX_ORIGIN: relay.origin,
      [timingsVariable]: timingsFile,
    };
    const extensions = { extension: testedExtension, otherExtensions: [toolCaller] } as const;
    this.#running = await startWorkbench({ ...extensions, settings, environment });
  }

  /** @returns whether the window can be used again */
  async #resetWindow(settings: Settings): Promise<boolean> {
    if (this.#running === undefined || this.#hasFailed) return false;
    try {
      await this.#running.reset(settings);
      return true;
    } catch (error) {
      console.error('Could not reset the window, so it opens again:', error);
      return false;
    }
  }

  /** Cleans up after a test, before the next one. */
  async reset(hasFailed: boolean): Promise<void> {
    const { workbench, sandbox, relay } = this.current;
    this.#hasFailed = hasFailed;
    if (hasFailed) await workbench.page.keyboard.press('Escape');
    relay.release();
    await sandbox.control('DELETE', 'faults');
    await sandbox.control('DELETE', 'received');
  }

  async close(): Promise<void> {
    await this.#running?.close();
    await this.#endService();
    await this.#own.remove();
  }

  async #endService(): Promise<void> {
    await this.#service?.relay.close();
    await this.#service?.sandbox.close();
    this.#service = undefined;
  }
}

interface TestFixtures {
  readonly workbench: Workbench;
  readonly sandbox: SandboxProcess;
  readonly relay: Relay;
}

interface WorkerFixtures {
  readonly shared: SharedWorkbench;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are used from the pattern.
    async ({}, use) => {
      const shared = new SharedWorkbench();
      await use(shared);
      await shared.close();
    },
    { scope: 'worker', timeout: startTimeoutMs },
  ],
  workbench: ({ shared }, use) => use(shared.current.workbench),
  sandbox: ({ shared }, use) => use(shared.current.sandbox),
  relay: ({ shared }, use) => use(shared.current.relay),
});

/**
 * Gives the tests of a `describe` a new profile and a new service. The tests depend on each other: after a failure, all
 * of them run again. After each test, the faults and the received requests of the service are cleared.
 */
export function useWorkbench(settings: Settings = {}, options: WindowOptions = {}): () => WorkbenchSession {
  let shared: SharedWorkbench | undefined;
  test.describe.configure({ mode: 'serial' });
  test.beforeAll(async ({ shared: mine }) => {
    test.setTimeout(startTimeoutMs);
    shared = mine;
    await mine.begin(settings, options);
  });
  test.afterEach(({ shared: mine }, { status, expectedStatus }) => mine.reset(status !== expectedStatus));
  return () => {
    if (shared === undefined) throw new Error('the workbench did not open');
    return shared.current;
  };
}
