import { globSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './projectRoot.mjs';
import { grepVariable } from './results.ts';
import { scriptOf } from './scriptOf.ts';

/** The options of the command line. */
export interface Selection {
  readonly phases: readonly string[];
  /** Test files, from the root of the checkout; none means all. */
  readonly files: readonly string[];
  /** Of the browser tests, each with a workbench of its own. */
  readonly workers: number;
  /** Runs again whenever a file has changed. */
  readonly isWatch: boolean;
}

/** A script and its arguments, for the project's Node. */
export type Command = readonly [script: string, ...args: string[]];

/** One part of the run. Its commands run one after the other, in processes of their own. */
export interface Phase {
  readonly name: string;
  /** Phases of one lane run one after the other; lanes run side by side. */
  readonly lane: string;
  /** The phases that must have passed before. */
  readonly needs?: readonly string[];
  /** Whether it just passes or fails; the others run tests, which they report. */
  readonly isPreparation?: boolean;
  /** Whether it runs only where it is asked for, by `--lane` or `--with`. */
  readonly isExtra?: boolean;
  /** Whether it needs the VS Code of the browser, which is installed beside the first phases. */
  readonly usesVsCode?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  commands(selection: Selection): readonly Command[];
}

const minuteMs = 60_000;
const harness = 'test/support/harness';
/** The browser's VS Code does not run on Windows; there the desktop one replaces it. */
const hasCodeServer = process.platform !== 'win32';
/** The packaged extension that the browser tests install. */
const packagedExtension = path.join(projectRoot, 'out', 'roomside.vsix');

/** The requested files of a level, or all of them, in the order of the patterns. Slashes on every platform. */
function filesOf({ files }: Selection, ...patterns: readonly string[]): readonly string[] {
  const all = patterns.flatMap((pattern) => globSync(pattern, { cwd: projectRoot }).sort());
  const unique = new Set(all.map((file) => file.replaceAll(path.sep, '/')));
  return [...unique].filter((file) => files.length === 0 || files.includes(file));
}

/** The tests of git first: starting a program takes the longer the more memory the process has in use. */
const unitFiles: readonly string[] = ['test/unit/**/git/*.test.ts', 'test/*.test.ts', 'test/unit/**/*.test.ts'];
const contractFiles: readonly string[] = ['test/contract/**/*.test.ts'];
/** The code of the extension that runs on Windows. */
const windowsFiles: readonly string[] = [
  'test/unit/{background,compose,core,features,host,platform}/**/*.test.ts',
  'test/unit/servers/sandbox/**/*.test.ts',
  'test/contract/{*,windows/*}.test.ts',
];
/** Under Wine `fetch` cannot connect, there is no git, and links and the paths of the fake's URIs are those of Unix. */
const notUnderWine: readonly string[] = [
  'test/unit/servers/sandbox/main.test.ts',
  'test/unit/servers/sandbox/socket.test.ts',
  'test/unit/core/git/placePatch.test.ts',
  'test/unit/platform/git/findClones.test.ts',
  'test/unit/features/openInEditor/openInEditor.test.ts',
  'test/unit/features/openInEditor/recentPlaces.test.ts',
  'test/unit/features/share/contentPlaces.test.ts',
  'test/unit/features/share/deliver.test.ts',
  'test/unit/features/share/findLink.test.ts',
  'test/unit/features/share/sendToAnotherRoom.test.ts',
  'test/unit/features/share/sources/changes.test.ts',
  'test/unit/platform/git/commits.test.ts',
  'test/unit/platform/git/diff.test.ts',
  'test/unit/platform/git/hostilePatches.test.ts',
  'test/unit/platform/git/isIgnoredBy.test.ts',
  'test/unit/host/git/offerPatch.test.ts',
  'test/unit/platform/git/patch.test.ts',
  'test/unit/platform/git/remoteAddresses.test.ts',
  'test/unit/host/git/repositoryOf.test.ts',
  'test/unit/host/vscode/linkTarget.test.ts',
];

/** The cases of the bench without a window. */
const inProcess = ['upload', 'download', 'rooms', 'messages', 'share', 'broker'];

/** What depends on the account: files, locks, permissions, processes, and one path through the window. */
const userFiles: readonly string[] = [
  'test/unit/core/outbox/outbox.test.ts',
  'test/unit/platform/{files,git,signIn,storage}/*.test.ts',
  'test/unit/host/git/*.test.ts',
  'test/unit/servers/**/{main,persistence,redis}.test.ts',
  'test/contract/windows/*.test.ts',
  'test/contract/outbox/{fullDisk,kill}.test.ts',
  'test/host/{outbox,applyPatch,attachments}.test.ts',
  'test/browser/shareFiles.test.ts',
];

/** Phases of mocha run one after the other, beside the host and the browser, which mostly wait. */
const mocha = (script: string, jobs: number, patterns: readonly string[], without: readonly string[] = []) => ({
  lane: 'node',
  timeoutMs: 20 * minuteMs,
  commands(selection: Selection): readonly Command[] {
    const files = filesOf(selection, ...patterns).filter((file) => !without.includes(file));
    return [[`${harness}/${script}`, String(minuteMs), String(files.length > 1 ? jobs : 1), ...files]];
  },
});

const inVsCode = (name: string, program: 'browser' | 'desktop') => ({
  ...{ name, lane: name, needs: ['build'], usesVsCode: program === 'browser', timeoutMs: 25 * minuteMs },
  commands: (selection: Selection): readonly Command[] => [
    [`${harness}/hostProcess.ts`, program, ...filesOf(selection, 'test/host/**/*.test.ts')],
  ],
});

/** An argument of Playwright that names a file is a pattern. */
const asPattern = (file: string): string => `${file.replaceAll('.', '\\.')}$`;

const browserPhase: Phase = {
  name: 'browser',
  lane: 'browser',
  needs: ['package'],
  usesVsCode: true,
  environment: { ROOMSIDE_VSIX: packagedExtension },
  timeoutMs: 30 * minuteMs,
  commands(selection) {
    const { files, workers } = selection;
    const wanted = files.length === 0 ? [] : filesOf(selection, 'test/browser/**/*.test.ts').map(asPattern);
    const grep = process.env[grepVariable];
    const options = ['--config', 'test/browser/playwright.config.ts', '--workers', String(workers)];
    const more = grep ? ['--grep', grep] : [];
    return [[scriptOf('@playwright/test', 'playwright'), 'test', ...options, ...more, ...wanted]];
  },
};

const preparation = { isPreparation: true, timeoutMs: 5 * minuteMs } as const;

// decisions/0038
/** All phases of `npm test`. A phase follows those that it needs. */
export const phases: readonly Phase[] = [
  // Nothing needs the first two: they run before the unit tests, beside the browser tests, which take the longest.
  {
    ...{ ...preparation, name: 'check', lane: 'node' },
    commands: () =>
      [[], ['-p', 'src/webview'], ['-p', 'src/core']].map((project) => [
        scriptOf('typescript', 'tsc'),
        '--noEmit',
        ...project,
      ]),
  },
  {
    ...{ ...preparation, name: 'lint', lane: 'node' },
    commands: () => [
      [scriptOf('@biomejs/biome', 'biome'), 'check', '--error-on-warnings', '.'],
      [scriptOf('knip', 'knip')],
    ],
  },
  { ...{ ...preparation, name: 'build', lane: 'build' }, commands: () => [['esbuild.mjs', '--production']] },
  {
    ...{ ...preparation, name: 'package', lane: 'build', needs: ['build'] },
    commands: () => [[`${harness}/packageExtension.ts`, packagedExtension]],
  },
  { name: 'unit', ...mocha('mochaProcess.ts', 2, unitFiles) },
  { name: 'contract', ...mocha('mochaProcess.ts', 1, contractFiles) },
  { name: 'oldest', isExtra: true, ...mocha('oldestProcess.ts', 2, [...unitFiles, ...contractFiles]) },
  inVsCode('host', hasCodeServer ? 'browser' : 'desktop'),
  // The next two after the host tests, which end before the other lanes.
  {
    ...{ name: 'bench', lane: 'host', needs: ['build'], usesVsCode: hasCodeServer, timeoutMs: 10 * minuteMs },
    commands: () => [['test/bench/bench.ts', '--short', ...(hasCodeServer ? [] : inProcess)]],
  },
  { name: 'windows', isExtra: true, ...mocha('windowsProcess.ts', 1, windowsFiles, notUnderWine), lane: 'host' },
  ...(hasCodeServer ? [browserPhase] : []),
  {
    // After the browser tests, which are the last to end, so that this run has the machine for itself.
    ...{ name: 'user', isExtra: true, lane: browserPhase.lane, usesVsCode: true, timeoutMs: 20 * minuteMs },
    commands: (selection) => [[`${harness}/userProcess.ts`, ...filesOf(selection, ...userFiles)]],
  },
  { ...inVsCode('desktop', 'desktop'), isExtra: true },
];
