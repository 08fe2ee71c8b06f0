import { cp } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { Workbench } from '../../browser/pages/workbench.ts';
import { type CodeServer, codeServerFolders, startCodeServer } from './codeServer.ts';
import { installVsix } from './installVsix.ts';
import { launchBrowser } from './launchBrowser.ts';
import { linkCheckout } from './linkCheckout.ts';
import { projectRoot } from './projectRoot.mjs';
import { copySampleWorkspace } from './sampleWorkspace.ts';
import { createTemporaryFolder } from './temporaryFolder.ts';

const actTimeoutMs = 30_000;

export interface WorkbenchOptions {
  /** The packaged extension, as users get it, or the checkout as it is built now. */
  readonly extension: { readonly vsix: string } | 'checkout';
  /** Folders of extensions that are installed beside it. */
  readonly otherExtensions?: readonly string[];
  readonly screenshotFolder?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** How much VS Code and its extensions log. Default: info. */
  readonly logLevel?: 'trace';
  /** Variables that reach the extension host. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface RunningWorkbench {
  readonly workbench: Workbench;
  readonly context: BrowserContext;
  readonly server: CodeServer;
  /** The copy of the workspace that is open. */
  readonly workspaceFolder: string;
  readonly runFolder: string;
  /** Ends browser and server and removes everything of the run. */
  close(): Promise<void>;
}

async function copyExtension(folder: string, runFolder: string): Promise<void> {
  await cp(folder, path.join(codeServerFolders(runFolder).extensions, path.basename(folder)), { recursive: true });
}

/** Opens a folder in the real VS Code in a browser without a window, with Roomside installed. */
export async function startWorkbench(options: WorkbenchOptions): Promise<RunningWorkbench> {
  const temporary = createTemporaryFolder();
  const runFolder = temporary.path;
  const opened = new AsyncDisposableStack();
  opened.defer(() => temporary.remove());
  try {
    const workspaceFolder = await copySampleWorkspace(runFolder);
    // First of all: once something is installed, VS Code looks for no more folders.
    for (const folder of options.otherExtensions ?? []) await copyExtension(folder, runFolder);
    if (options.extension === 'checkout') await linkCheckout(runFolder);
    else await installVsix(options.extension.vsix, runFolder);
    const { settings = {}, environment = {} } = options;
    const server = await startCodeServer({ runFolder, settings, environment });
    opened.defer(() => server.stop());
    const context = await launchBrowser(path.join(runFolder, 'browser'));
    opened.defer(() => context.close());
    context.setDefaultTimeout(actTimeoutMs);
    const page = context.pages()[0] ?? (await context.newPage());
    const workbench = new Workbench(page, options.screenshotFolder ?? path.join(projectRoot, 'out', 'screenshots'));
    const level =
      options.logLevel === undefined ? '' : `&payload=${encodeURIComponent(`[["logLevel","${options.logLevel}"]]`)}`;
    const address = `${server.origin}/?folder=${encodeURIComponent(workspaceFolder)}${level}`;
    await page.goto(address, { waitUntil: 'commit' });
    await workbench.untilReady().catch(async (error: unknown) => {
      throw new Error(`VS Code did not show Roomside; see ${await workbench.screenshot('not-ready')}`, {
        cause: error,
      });
    });
    return { workbench, context, server, workspaceFolder, runFolder, close: () => opened.disposeAsync() };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}
