/** The options of the command line. */
export interface Selection {
  readonly phases: readonly PhaseName[];
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
  readonly name: PhaseName;
  /** Phases of one lane run one after the other; lanes run side by side. */
  readonly lane: string;
  /** The phases that must have passed before. */
  readonly needs: readonly PhaseName[];
  /** Whether it runs tests, which it reports; the others just pass or fail. */
  readonly isTests: boolean;
  /** Whether it needs the VS Code of the browser, which is installed beside the first phases. */
  readonly usesVsCode?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  commands(selection: Selection): readonly Command[];
}

export const phaseNames = [
  'check',
  'lint',
  'build',
  'package',
  'unit',
  'contract',
  'oldest',
  'windows',
  'host',
  'bench',
  'browser',
  'desktop',
  'user',
] as const;

/** Run where they are asked for, by `--lane` or `--with`. */
export const extraPhases: readonly PhaseName[] = ['oldest', 'windows', 'desktop', 'user'];

export type PhaseName = (typeof phaseNames)[number];
