import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { bundleHostTests } from './bundleHostTests.ts';
import { projectRoot } from './projectRoot.mjs';
import { copySampleWorkspace } from './sampleWorkspace.ts';
import { startSandbox } from './sandboxProcess.ts';
import { createTemporaryFolder } from './temporaryFolder.ts';

/** The version of code-server; VSCODE_VERSION may name another, or "insiders". */
const vscodeVersion = '1.139.1';

/** Runs tests of test/host in desktop VS Code, which is downloaded if it is missing. @returns its exit code or signal */
export async function runDesktopTests(files: readonly string[]): Promise<number | string> {
  await using stack = new AsyncDisposableStack();
  const testsFile = await bundleHostTests(files);
  const runFolder = createTemporaryFolder();
  stack.defer(() => runFolder.remove());
  const folder = await copySampleWorkspace(runFolder.path);
  const sandbox = await startSandbox();
  stack.defer(() => sandbox.close());
  return await runTests({
    version: process.env.VSCODE_VERSION ?? vscodeVersion,
    extensionDevelopmentPath: projectRoot,
    extensionTestsPath: testsFile,
    extensionTestsEnv: sandbox.environment,
    launchArgs: [
      folder,
      '--user-data-dir',
      path.join(runFolder.path, 'user-data'),
      '--disable-extensions',
      '--disable-workspace-trust',
      '--skip-welcome',
      '--skip-release-notes',
    ],
  }).catch((error: unknown) => String(error));
}
