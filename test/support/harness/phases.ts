import { installVsCode } from './installVsCode.ts';
import { packagedExtension, packageExtension } from './packageExtension.ts';
import type { Phase, PhaseName, PhaseTotals } from './phase.ts';
import { runDesktopTests } from './runDesktopTests.ts';
import { runHostTests } from './runHostTests.ts';
import { runMochaSuite } from './runMochaSuite.ts';
import { runProcess } from './runProcess.ts';
import { runTool } from './runTool.ts';

const minuteMs = 60_000;
/** The browser's VS Code does not run on Windows; there the desktop one takes its part. */
const hasCodeServer = process.platform !== 'win32';

function counted(isGood: boolean): PhaseTotals {
  return isGood ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

const yesOrNo = (name: PhaseName, work: () => Promise<boolean>, needs: readonly PhaseName[] = []): Phase => ({
  name,
  needs,
  isDisturbed: false,
  run: async () => counted(await work()),
});

async function lint(): Promise<boolean> {
  const isClean = await runTool('@biomejs/biome', 'biome', ['check', '--error-on-warnings', '.']);
  const isUsed = await runTool('knip', 'knip', []);
  return isClean && isUsed;
}

const browserPhase: Phase = {
  name: 'browser',
  isDisturbed: true,
  needs: ['package'],
  async run() {
    await installVsCode();
    return runMochaSuite({
      files: 'test/browser/**/*.test.ts',
      testTimeoutMs: 2 * minuteMs,
      suiteTimeoutMs: 40 * minuteMs,
      environment: { ROOMSIDE_VSIX: packagedExtension },
    });
  },
};

const hostPhase: Phase = {
  name: 'host',
  isDisturbed: true,
  needs: ['build'],
  async run() {
    if (!hasCodeServer) return runDesktopTests();
    await installVsCode();
    return runHostTests();
  },
};

const mochaPhase = (name: 'unit' | 'contract', files: string): Phase => ({
  name,
  needs: [],
  isDisturbed: true,
  run: () => runMochaSuite({ files, testTimeoutMs: minuteMs, suiteTimeoutMs: 20 * minuteMs }),
});

/** Everything `npm test` can run, in its order. */
export const phases: readonly Phase[] = [
  yesOrNo('check', () => runTool('typescript', 'tsc', ['--noEmit'])),
  yesOrNo('lint', lint),
  yesOrNo('build', async () => (await runProcess('esbuild.mjs', ['--production'])) === 0),
  mochaPhase('unit', 'test/{*,unit/**/*}.test.ts'),
  mochaPhase('contract', 'test/contract/**/*.test.ts'),
  yesOrNo('package', packageExtension, ['build']),
  hostPhase,
  ...(hasCodeServer ? [browserPhase] : []),
  { name: 'desktop', needs: ['build'], isDisturbed: true, run: runDesktopTests },
];
