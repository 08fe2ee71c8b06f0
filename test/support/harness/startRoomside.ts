// The second half of `npm start`, run by start.mjs under the project's Node.
//   npm start             opens VS Code with Roomside on a sample workspace, with a sandbox service beside it
//   npm start -- --play   plays the main job by itself (also without a terminal) and checks what the service received
import { execFile } from 'node:child_process';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { startCodeServer } from './codeServer.ts';
import { findDesktopVsCode, openDesktopVsCode } from './desktopVsCode.ts';
import { endOnSignals } from './endOnSignals.ts';
import { commitFiles, gitIn } from './gitFolder.ts';
import { installVsCode } from './installVsCode.ts';
import { linkCheckout } from './linkCheckout.ts';
import { playMainJob } from './playMainJob.ts';
import { say, step } from './progress.mjs';
import { projectRoot } from './projectRoot.mjs';
import { copySampleWorkspace } from './sampleWorkspace.ts';
import { type SandboxProcess, startSandbox } from './sandboxProcess.ts';
import { createTemporaryFolder } from './temporaryFolder.ts';

async function buildExtension(): Promise<void> {
  await promisify(execFile)(process.execPath, ['esbuild.mjs'], { cwd: projectRoot });
}

/** Two commits, a branch and a remote: what commits and changes are shared of, and links lead to. */
function makeClone(folder: string, remote: string): void {
  commitFiles(folder, {});
  commitFiles(folder, { 'CHANGES.md': 'The tide clock shows the next low water.\n' });
  gitIn(folder, 'init', '--bare', '-q', remote);
  gitIn(folder, 'remote', 'add', 'origin', remote);
  gitIn(folder, 'push', '-q', '-u', 'origin', 'main');
  gitIn(folder, 'switch', '-q', '-c', 'low-water');
}

/** Opens VS Code for a person and returns when the person is done. */
async function openForPerson(sandbox: SandboxProcess, runFolder: string): Promise<void> {
  const folder = await copySampleWorkspace(runFolder);
  makeClone(folder, path.join(runFolder, 'tide-clock.git'));
  say(`sandbox service: ${sandbox.origin}`);
  const desktop = findDesktopVsCode();
  if (desktop !== undefined) {
    say(`VS Code: ${desktop}`);
    say('In the new window: the Roomside icon, then "Try the Sandbox". Closing the window ends everything.');
    await openDesktopVsCode(desktop, folder, sandbox.environment);
    return;
  }
  if (process.platform === 'win32') {
    throw new Error('VS Code was not found. Install it from https://code.visualstudio.com and run this again.');
  }
  await linkCheckout(runFolder);
  const server = await startCodeServer({ runFolder, isForPerson: true, environment: sandbox.environment });
  say('VS Code is ready. Open this address in a browser on this machine:');
  console.log(`\n    ${server.origin}/?folder=${encodeURIComponent(folder)}\n`);
  say('There: the Roomside icon, then "Try the Sandbox". Ctrl+C ends everything.');
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
