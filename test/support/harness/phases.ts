import { globSync } from 'node:fs';
import path from 'node:path';
import type { Command, Phase, PhaseName, Selection } from './phase.ts';
import { projectRoot } from './projectRoot.mjs';
import { grepVariable } from './results.ts';
import { scriptOf } from './scriptOf.ts';

const minuteMs = 60_000;
const harness = 'test/support/harness';
/** The browser's VS Code does not run on Windows; there the desktop one replaces it. */
const hasCodeServer = process.platform !== 'win32';
/** The packaged extension that the browser tests install. */
const packagedExtension = path.join(projectRoot, 'out', 'roomside.vsix');

const preparation = (name: PhaseName, lane: string, commands: () => readonly Command[]): Phase => ({
  name,
  lane,
  commands,
  needs: [],
  isTests: false,
  timeoutMs: 5 * minuteMs,
});

/** The requested files of a level, or all of them. Slashes on every platform. */
function filesOf({ files }: Selection, ...patterns: readonly string[]): readonly string[] {
  const all = globSync(patterns, { cwd: projectRoot }).map((file) => file.replaceAll(path.sep, '/'));
  return all.filter((file) => files.length === 0 || files.includes(file)).sort();
}

const unitFiles: readonly string[] = ['test/*.test.ts', 'test/unit/**/*.test.ts'];
const contractFiles: readonly string[] = ['test/contract/**/*.test.ts'];
/** The code of the extension that runs on Windows. */
const windowsFiles: readonly string[] = [
  'test/*.test.ts',
  'test/unit/{core,features,host}/**/*.test.ts',
  'test/unit/servers/sandbox/**/*.test.ts',
  'test/contract/*.test.ts',
];
/** Under Wine `fetch` cannot connect, there is no git, and links and the paths of the fake's URIs are those of Unix. */
const notUnderWine: readonly string[] = [
  'test/unit/servers/sandbox/main.test.ts',
  'test/unit/servers/sandbox/socket.test.ts',
  'test/unit/features/openInEditor/findClones.test.ts',
  'test/unit/features/openInEditor/openInEditor.test.ts',
  'test/unit/features/openInEditor/recentPlaces.test.ts',
  'test/unit/features/share/sendToAnotherRoom.test.ts',
  'test/unit/features/share/shareSteps.test.ts',
  'test/unit/host/git/commits.test.ts',
  'test/unit/host/git/diff.test.ts',
  'test/unit/host/git/hostilePatches.test.ts',
  'test/unit/host/git/isIgnoredBy.test.ts',
  'test/unit/host/git/patch.test.ts',
  'test/unit/host/git/remoteAddresses.test.ts',
  'test/unit/host/git/repositoryOf.test.ts',
];

/** The cases of the bench without a window. */
const inProcess = ['upload', 'download', 'rooms', 'messages', 'share', 'broker'];

/** What depends on the account: files, locks, permissions, processes, and one path through the window. */
const userFiles: readonly string[] = [
  'test/unit/core/outbox/unreadableRecords.test.ts',
  'test/unit/platform/{files,signIn,storage}/*.test.ts',
  'test/unit/host/git/*.test.ts',
  'test/unit/servers/**/{main,persistence,redis}.test.ts',
  'test/contract/windows/*.test.ts',
  'test/contract/outbox/{fullDisk,kill}.test.ts',
  'test/host/{outbox,applyPatch,attachments}.test.ts',
  'test/browser/shareFiles.test.ts',
];

interface MochaSuite {
  readonly name: PhaseName;
  /** Runs mochaProcess.ts, or is it. */
  readonly script?: string;
  readonly lane?: string;
  readonly jobs?: number;
  readonly patterns: readonly string[];
  readonly without?: readonly string[];
}

/** They run one after the other, beside the host and the browser, which mostly wait. */
const mochaPhase = (suite: MochaSuite): Phase => {
  const { name, script = 'mochaProcess.ts', lane = 'node', jobs = 1, patterns, without = [] } = suite;
  return {
    name,
    lane,
    needs: [],
    isTests: true,
    timeoutMs: 20 * minuteMs,
    commands: (selection) => {
      const files = filesOf(selection, ...patterns).filter((file) => !without.includes(file));
      const processes = files.length > 1 ? jobs : 1;
      return [[`${harness}/${script}`, String(minuteMs), String(processes), ...files]];
    },
  };
};

const hostCommand = (program: 'browser' | 'desktop', selection: Selection): Command => [
  `${harness}/hostProcess.ts`,
  program,
  ...filesOf(selection, 'test/host/**/*.test.ts'),
];

const hostPhase: Phase = {
  name: 'host',
  lane: 'host',
  needs: ['build'],
  isTests: true,
  usesVsCode: hasCodeServer,
  timeoutMs: 25 * minuteMs,
  commands: (selection) => [hostCommand(hasCodeServer ? 'browser' : 'desktop', selection)],
};

/** An argument of Playwright that names a file is a pattern. */
const asPattern = (file: string): string => `${file.replaceAll('.', '\\.')}$`;

const browserPhase: Phase = {
  name: 'browser',
  lane: 'browser',
  needs: ['package'],
  isTests: true,
  usesVsCode: true,
  environment: { ROOMSIDE_VSIX: packagedExtension },
  timeoutMs: 30 * minuteMs,
  commands: (selection) => {
    const { files, workers } = selection;
    const wanted = files.length === 0 ? [] : filesOf(selection, 'test/browser/**/*.test.ts').map(asPattern);
    const grep = process.env[grepVariable];
    const options = ['--config', 'test/browser/playwright.config.ts', '--workers', String(workers)];
    const more = [...(grep ? ['--grep', grep] : [])];
    return [[scriptOf('@playwright/test', 'playwright'), 'test', ...options, ...more, ...wanted]];
  },
};

/** All phases of `npm test`. A phase follows those that it needs. */
export const phases: readonly Phase[] = [
  // Nothing needs them: they run before the unit tests, beside the browser tests, which take the longest.
  preparation('check', 'node', () => [
    [scriptOf('typescript', 'tsc'), '--noEmit'],
    [scriptOf('typescript', 'tsc'), '--noEmit', '-p', 'src/webview'],
    [scriptOf('typescript', 'tsc'), '--noEmit', '-p', 'src/core'],
  ]),
  preparation('lint', 'node', () => [
    [scriptOf('@biomejs/biome', 'biome'), 'check', '--error-on-warnings', '.'],
    [scriptOf('knip', 'knip')],
  ]),
  preparation('build', 'build', () => [['esbuild.mjs', '--production']]),
  {
    ...preparation('package', 'build', () => [
      [scriptOf('@vscode/vsce', 'vsce'), 'package', '--no-dependencies', '--out', packagedExtension],
    ]),
    needs: ['build'],
  },
  mochaPhase({ name: 'unit', jobs: 2, patterns: unitFiles }),
  mochaPhase({ name: 'contract', patterns: contractFiles }),
  mochaPhase({ name: 'oldest', script: 'oldestProcess.ts', jobs: 2, patterns: [...unitFiles, ...contractFiles] }),
  hostPhase,
  {
    name: 'bench',
    lane: hostPhase.lane, // after the host tests, which end before the other lanes
    needs: ['build'],
    isTests: true,
    usesVsCode: hasCodeServer,
    timeoutMs: 10 * minuteMs,
    commands: () => [['test/bench/bench.ts', '--short', ...(hasCodeServer ? [] : inProcess)]],
  },
  // After the host tests as well.
  mochaPhase({
    name: 'windows',
    script: 'windowsProcess.ts',
    lane: hostPhase.lane,
    patterns: windowsFiles,
    without: notUnderWine,
  }),
  ...(hasCodeServer ? [browserPhase] : []),
  {
    name: 'user',
    lane: browserPhase.lane, // the last one to end, so that this run has the machine for itself
    needs: [],
    isTests: true,
    usesVsCode: true,
    timeoutMs: 20 * minuteMs,
    commands: (selection) => [[`${harness}/userProcess.ts`, ...filesOf(selection, ...userFiles)]],
  },
  {
    ...hostPhase,
    name: 'desktop',
    lane: 'desktop',
    usesVsCode: false,
    commands: (selection) => [hostCommand('desktop', selection)],
  },
];
