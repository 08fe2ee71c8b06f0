import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { Workbench } from '../../browser/pages/workbench.ts';
import { type CodeServer, codeServerFolders, startCodeServer, writeSettings } from './codeServer.ts';
import { endExtensionHosts } from './extensionHost.ts';
import { installVsix } from './installVsix.ts';
import { launchBrowser } from './launchBrowser.ts';
import { linkCheckout } from './linkCheckout.ts';
import { pictureFolder } from './pictureTheme.ts';
import { copySampleWorkspace, restoreSampleWorkspace } from './sampleWorkspace.ts';
import { createTemporaryFolder } from './temporaryFolder.ts';

const actTimeoutMs = 30_000;

/** Settings of VS Code by their names. */
export type Settings = Readonly<Record<string, unknown>>;

export interface WorkbenchOptions {
  /** The packaged extension, as users get it, or a checkout as it is built now: this one, or that in a folder. */
  readonly extension: { readonly vsix: string } | { readonly folder: string } | 'checkout';
  /** Folders of extensions that are installed beside it. */
  readonly otherExtensions?: readonly string[];
  readonly screenshotFolder?: string;
  /** Changes the workspace before it is opened. */
  readonly prepare?: (folder: string) => void;
  readonly settings?: Settings;
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
  /**
   * Closes what is open, deletes what Roomside has stored by its own command, and restores the files of the workspace. The
   * window stays open: opening it costs ten seconds of processor time.
   */
  reset(settings: Settings): Promise<void>;
  /** Closes the window and opens it again, with everything that was done, stored and changed in it. */
  reopen(whileClosed: () => Promise<void>): Promise<void>;
  /** Opens the window again as it was at first: without what was done, stored and changed in it, with these settings. */
  startOver(settings: Settings): Promise<void>;
  /** Ends browser and server and removes everything of the run. */
  close(): Promise<void>;
}

async function copyExtension(folder: string, runFolder: string): Promise<void> {
  await cp(folder, path.join(codeServerFolders(runFolder).extensions, path.basename(folder)), { recursive: true });
}

/** Removes what VS Code and its extensions have stored on the disk and in the browser. No window may be open. */
async function forgetState(runFolder: string, page: Page, origin: string): Promise<void> {
  const user = path.join(codeServerFolders(runFolder).userData, 'User');
  const options = { recursive: true, force: true, maxRetries: 10 };
  for (const folder of ['globalStorage', 'workspaceStorage', 'History']) await rm(path.join(user, folder), options);
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
}

async function openWindow(workbench: Workbench, address: string): Promise<void> {
  await workbench.page.goto(address, { waitUntil: 'commit' });
  await workbench.untilReady().catch(async (error: unknown) => {
    const picture = await workbench.screenshot('not-ready');
    throw new Error(`VS Code did not show Roomside; see ${picture}`, { cause: error });
  });
}

/** Starts VS Code's server with Roomside and the other extensions installed. */
async function installAndStart(options: WorkbenchOptions, runFolder: string): Promise<CodeServer> {
  // Before anything is installed: afterwards VS Code does not search for other folders.
  for (const folder of options.otherExtensions ?? []) await copyExtension(folder, runFolder);
  if (options.extension === 'checkout') await linkCheckout(runFolder);
  else if ('folder' in options.extension) await linkCheckout(runFolder, options.extension.folder);
  else await installVsix(options.extension.vsix, runFolder);
  const { settings = {}, environment = {} } = options;
  return startCodeServer({ runFolder, settings, environment });
}

/** Opens a folder in the real VS Code in a browser without a window, with Roomside installed. */
export async function startWorkbench(options: WorkbenchOptions): Promise<RunningWorkbench> {
  await using opened = new AsyncDisposableStack();
  const temporary = createTemporaryFolder();
  opened.defer(() => temporary.remove());
  const runFolder = temporary.path;
  const workspaceFolder = await copySampleWorkspace(runFolder);
  options.prepare?.(workspaceFolder);
  const server = await installAndStart(options, runFolder);
  opened.defer(() => server.stop());
  const context = await launchBrowser(path.join(runFolder, 'browser'));
  opened.defer(() => context.close());
  context.setDefaultTimeout(actTimeoutMs);
  const page = context.pages()[0] ?? (await context.newPage());
  const workbench = new Workbench(page, options.screenshotFolder ?? pictureFolder);
  const level =
    options.logLevel === undefined ? '' : `&payload=${encodeURIComponent(`[["logLevel","${options.logLevel}"]]`)}`;
  const address = `${server.origin}/?folder=${encodeURIComponent(workspaceFolder)}${level}`;
  await openWindow(workbench, address);
  const closeOtherPages = async (): Promise<void> => {
    await context.unrouteAll();
    for (const other of context.pages()) if (other !== page) await other.close();
  };
  const restoreFiles = async (settings: Settings): Promise<void> => {
    await writeSettings(runFolder, settings);
    await restoreSampleWorkspace(workspaceFolder);
  };
  const reopen: RunningWorkbench['reopen'] = async (whileClosed) => {
    await page.goto('about:blank');
    await closeOtherPages();
    endExtensionHosts(server.processId); // they would store something still
    await whileClosed();
    await openWindow(workbench, address);
  };
  const startOver: RunningWorkbench['startOver'] = (settings) =>
    reopen(async () => {
      await forgetState(runFolder, page, server.origin);
      await restoreFiles(settings);
    });
  const reset: RunningWorkbench['reset'] = async (settings) => {
    await closeOtherPages();
    await restoreFiles(settings);
    await page.mouse.move(0, 0);
    await workbench.runCommand('Test: Reset the Window');
    await workbench.answerDialog('Remove');
    await workbench.statusBar('Removed all stored data');
  };
  const ending = opened.move();
  const close = (): Promise<void> => ending.disposeAsync();
  return { workbench, context, server, workspaceFolder, runFolder, reset, reopen, startOver, close };
}
