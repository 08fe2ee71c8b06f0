import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { format } from 'node:util';
import type { Page } from '@playwright/test';
import { bridgeVariable } from '../../browser/pages/browserBridge.ts';
import { hostTestsBegin } from '../host/hostTestsBegin.ts';
import { bundleHostTests } from './bundleHostTests.ts';
import { startCodeServer } from './codeServer.ts';
import { launchBrowser } from './launchBrowser.ts';
import { mappedToSources } from './mappedToSources.ts';
import { say } from './progress.mjs';
import { projectRoot } from './projectRoot.mjs';
import { copySampleWorkspace } from './sampleWorkspace.ts';
import { startSandbox } from './sandboxProcess.ts';
import { serveBrowserActions } from './serveBrowserActions.ts';
import { createTemporaryFolder } from './temporaryFolder.ts';
import { timingsVariable, writeTimings } from './testTimings.ts';

/** These tests do not look at the window, but each frame of it is drawn by the processor. */
const smallViewport = { width: 800, height: 600 };
/** What each editor would pay for and no test of the extension host sees. */
const lightSettings = {
  'breadcrumbs.enabled': false,
  'editor.folding': false,
  'editor.occurrencesHighlight': 'off',
  'editor.stickyScroll.enabled': false,
  'git.decorations.enabled': false,
  'workbench.editor.showTabs': 'none',
};
const suiteTimeoutMs = 20 * 60_000;
/** Messages of the workbench without a network that do not concern the extension. */
const noise =
  /^Canceled|^\[remote-connection\]|ENOTFOUND \S*(open-vsx|microsoft)\.|authentication provider 'github'|^\[AccountPolicyGate\]|^\[AgentHost|additional builtin extensions|^DialogService: Dialog requested/;

/** Opens the workbench so that it runs the tests, shows what the extension host prints, and waits for the exit code. */
async function runInWorkbench(page: Page, address: string): Promise<number | string> {
  const ended = Promise.withResolvers<number | string>();
  let hasBegun = false;
  let hasEnded = false;
  page.on('crash', () => ended.resolve('the page crashed'));
  // The workbench calls these two where they exist: with all it logs, and with the exit code of the tests.
  await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) => {
    const text = format(...args);
    if (text === hostTestsBegin) {
      hasBegun = true;
      say('the extension host runs the tests');
    } else if (!hasEnded && (hasBegun || type === 'error') && !noise.test(text)) console.log(mappedToSources(text));
  });
  await page.exposeFunction('codeAutomationExit', (code: number) => ended.resolve(code));
  await page.goto(address, { waitUntil: 'commit' });
  const limit = new AbortController();
  const timeUp = delay(suiteTimeoutMs, `no end after ${suiteTimeoutMs / 1000} s`, { signal: limit.signal });
  try {
    return await Promise.race([ended.promise, timeUp]);
  } finally {
    hasEnded = true; // messages of a closing window do not matter
    limit.abort();
    timeUp.catch((error: Error) => {
      if (error.name !== 'AbortError') throw error;
    });
  }
}

function workbenchAddress(origin: string, folder: string, testsFile: string): string {
  const remote = (file: string): string => `vscode-remote://${new URL(origin).host}${file}`;
  const payload = [
    ['extensionDevelopmentPath', remote(projectRoot)],
    ['extensionTestsPath', remote(testsFile)],
    ['skipWelcome', 'true'],
  ];
  return `${origin}/?folder=${encodeURIComponent(folder)}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
}

/** Runs tests of test/host in the extension host of the browser's VS Code. @returns its exit code or signal */
export async function runHostTests(files: readonly string[]): Promise<number | string> {
  await using stack = new AsyncDisposableStack();
  const testsFile = await bundleHostTests(files);
  const runFolder = createTemporaryFolder();
  stack.defer(() => runFolder.remove());
  const folder = await copySampleWorkspace(runFolder.path);
  const sandbox = await startSandbox();
  stack.defer(() => sandbox.close());
  const timingsFile = path.join(runFolder.path, 'timings.json');
  await writeTimings(timingsFile);
  const shown = Promise.withResolvers<Page>();
  const bridge = await serveBrowserActions(shown.promise);
  stack.defer(() => bridge.close());
  const server = await startCodeServer({
    runFolder: runFolder.path,
    testDriver: true,
    settings: lightSettings,
    environment: { ...sandbox.environment, [timingsVariable]: timingsFile, [bridgeVariable]: bridge.origin },
  });
  stack.defer(() => server.stop());
  const context = await launchBrowser(path.join(runFolder.path, 'browser'), smallViewport);
  stack.defer(() => context.close()); // before its server, which would wait for it
  const page = context.pages()[0] ?? (await context.newPage());
  shown.resolve(page);
  say(`VS Code answers at ${server.origin}`);
  return await runInWorkbench(page, workbenchAddress(server.origin, folder, testsFile));
}
