// The second half of `npm start`, run by start.mjs under the project's Node.
//   npm start             opens VS Code with Roomside on a sample workspace, with a sandbox service beside it
//   npm start -- --play   plays the main job by itself (also without a terminal) and checks what the service received
import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import { startCodeServer } from './codeServer.ts';
import { findDesktopVsCode, openDesktopVsCode } from './desktopVsCode.ts';
import { endOnSignals } from './endOnSignals.ts';
import { installVsCode } from './installVsCode.ts';
import { linkCheckout, tourExtension } from './linkCheckout.ts';
import { playMainJob } from './playMainJob.ts';
import { say, step } from './progress.mjs';
import { projectRoot } from './projectRoot.mjs';
import { copySampleWorkspace, makeClone } from './sampleWorkspace.ts';
import { type SandboxProcess, startSandbox } from './sandboxProcess.ts';
import { createTemporaryFolder } from './temporaryFolder.ts';

async function buildExtension(): Promise<void> {
  await promisify(execFile)(process.execPath, ['esbuild.mjs'], { cwd: projectRoot });
}

/** Opens VS Code for a person and returns when the person is done. */
async function openForPerson(sandbox: SandboxProcess, runFolder: string): Promise<void> {
  const folder = await copySampleWorkspace(runFolder);
  makeClone(folder);
  say(`sandbox service: ${sandbox.origin}`);
  const desktop = findDesktopVsCode();
  if (desktop !== undefined) {
    say(`VS Code: ${desktop}`);
    say('In the new window: "Try the Sandbox" in the walkthrough. Closing the window ends everything.');
    await openDesktopVsCode(desktop, folder, sandbox.environment);
    return;
  }
  if (process.platform === 'win32') {
    throw new Error('VS Code was not found. Install it from https://code.visualstudio.com and run this again.');
  }
  await linkCheckout(runFolder);
  await linkCheckout(runFolder, tourExtension);
  const server = await startCodeServer({ runFolder, isForPerson: true, environment: sandbox.environment });
  say('VS Code is ready. Open this address in a browser on this machine:');
  console.log(`\n    ${server.origin}/?folder=${encodeURIComponent(folder)}\n`);
  say('There: "Try the Sandbox" in the walkthrough. Ctrl+C ends everything.');
  await server.ended;
}

async function start(isPlay: boolean): Promise<void> {
  await using opened = new AsyncDisposableStack();
  await step('building Roomside', buildExtension);
  if (isPlay) await installVsCode();
  const sandbox = await step('starting the sandbox service', () => startSandbox());
  opened.defer(() => sandbox.close());
  if (isPlay) return await playMainJob(sandbox);
  const runFolder = createTemporaryFolder();
  opened.defer(() => runFolder.remove());
  await openForPerson(sandbox, runFolder.path);
}

const { values } = parseArgs({ options: { play: { type: 'boolean', default: false } } });
const hasTerminal = Boolean(process.stdin.isTTY && process.stdout.isTTY);
const isPlay = values.play || !hasTerminal;
if (!hasTerminal && !values.play)
  say('There is no terminal, so this plays the main job by itself, as with "-- --play".');
// For a person Ctrl+C is the ordinary way to end it.
endOnSignals(isPlay ? 130 : 0);
try {
  await start(isPlay);
  process.exit(0);
} catch (error) {
  console.error(error);
  process.exit(1);
}
