import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { bundleHostTests } from './bundleHostTests.ts';
import { countsFileVariable } from './mochaCounts.ts';
import type { PhaseTotals } from './phase.ts';
import { projectRoot } from './projectRoot.mjs';
import { countTests } from './runMochaSuite.ts';
import { copySampleWorkspace } from './sampleWorkspace.ts';
import { startSandbox } from './sandboxProcess.ts';
import { createTemporaryFolder } from './temporaryFolder.ts';

/** The version code-server has; VSCODE_VERSION may name another, "insiders" too. */
const vscodeVersion = '1.139.1';

/** Runs the tests of test/host in desktop VS Code, which is downloaded when it is missing. */
export async function runDesktopTests(): Promise<PhaseTotals> {
  await using stack = new AsyncDisposableStack();
  const testsFile = await bundleHostTests();
  const runFolder = createTemporaryFolder();
  stack.defer(() => runFolder.remove());
  const folder = await copySampleWorkspace(runFolder.path);
  const sandbox = await startSandbox();
  stack.defer(() => sandbox.close());
  return await countTests((countsFile) =>
    runTests({
      version: process.env.VSCODE_VERSION ?? vscodeVersion,
      extensionDevelopmentPath: projectRoot,
      extensionTestsPath: testsFile,
      extensionTestsEnv: { ...sandbox.environment, [countsFileVariable]: countsFile },
      launchArgs: [
        folder,
        '--user-data-dir',
        path.join(runFolder.path, 'user-data'),
        '--disable-extensions',
        '--disable-workspace-trust',
        '--skip-welcome',
        '--skip-release-notes',
      ],
    }).catch((error: unknown) => String(error)),
  );
}
